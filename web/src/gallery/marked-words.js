// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { h } from "../dom.js";

/** A sentence in which what stands between backticks is code, as the declarations of types write it. */
export function markedWords(sentence) {
  return String(sentence ?? "").split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}
