// SPDX-License-Identifier: MIT

import { s } from "./dom.js";

const paths = {
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14Zm5 12 4.5 4.5",
  close: "m6 6 12 12M18 6 6 18",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0-5v2m0 14v2"
    + "M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  sliders: "M4 7h9m6 0h1M4 17h1m6 0h9"
    + "M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  bolt: "M13 3 5 14h6l-1 7 8-11h-6Z",
  warning: "M12 4 2.8 19.5h18.4ZM12 10v4.5m0 2.5v.2",
  microphone: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3ZM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21",
  clock: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm0 4v4.5l3 2",
  check: "m5 12.5 4.5 4.5L19 7.5",
  undo: "M9 6 4.5 10.5 9 15M5 10.5h9a5 5 0 0 1 0 10h-3",
  redo: "m15 6 4.5 4.5L15 15m4-4.5h-9a5 5 0 0 0 0 10h3",
};

/** One of the console's line icons. It carries no meaning of its own: the element around it is labelled. */
export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: paths[name] }));
}
