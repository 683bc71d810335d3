// SPDX-License-Identifier: MIT

import { h } from "../dom.js";

/** A sentence in which text between backticks is code, as in the declarations of types. */
export function markedWords(sentence) {
  return String(sentence ?? "").split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
}
