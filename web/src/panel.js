// SPDX-License-Identifier: MIT

import { h } from "./dom.js";

/** A titled box of the side column that can be folded. Native `<details>`, so keyboard and screen readers know it. */
export function panel(title, ...children) {
  const heading = h("span", { class: "panel-title" }, title);
  const element = h("details", { class: "panel", open: true },
    h("summary", { class: "panel-head" }, heading),
    h("div", { class: "panel-body" }, children));
  element.heading = heading;
  return element;
}
