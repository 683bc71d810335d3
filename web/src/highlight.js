// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { h } from "./dom.js";

/** Nodes for a highlighted text, `[["Sam", true], ["sung", false]]`: matched parts become `<mark>`, all are text. */
export function highlighted(spans) {
  return spans.map(([part, matched]) => (matched ? h("mark", {}, part) : document.createTextNode(part)));
}
