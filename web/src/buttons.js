// SPDX-License-Identifier: MIT

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** A button with words. `kind` are further classes, `attributes` further attributes. */
export function button(words, click, { kind = "", ...attributes } = {}) {
  return h("button", { class: `button ${kind}`.trim(), type: "button", ...attributes, on: { click } }, words);
}

/** A button that is an icon; `label` says what it does, `action` is its stable name in `data-action`. */
export function iconButton(image, label, action, click) {
  const attributes = { class: "icon-button", type: "button", "aria-label": label, title: label };
  return h("button", { ...attributes, data: { action }, on: { click } }, icon(image));
}
