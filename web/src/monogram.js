// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { h, imageURL } from "./dom.js";
import { hueOf } from "./hue.js";

/** The picture of a hit: its image, or, without one or when it does not load, a monogram in a colour of its own. */
export function picture(title, source) {
  const frame = h("div", { class: "picture", "aria-hidden": "true", style: { "--hue": hueOf(title) } });
  const url = imageURL(source);
  if (url === null) return showMonogram(frame, title);
  frame.append(h("img", {
    src: url, alt: "", loading: "lazy", decoding: "async", on: { error: () => showMonogram(frame, title) },
  }));
  return frame;
}

function showMonogram(frame, title) {
  frame.classList.add("is-monogram");
  frame.replaceChildren(h("span", {}, initials(title)));
  return frame;
}

function initials(title) {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? ["?"];
  return words.slice(0, 2).map((word) => [...word][0].toUpperCase()).join("");
}
