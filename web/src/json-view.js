// SPDX-License-Identifier: MIT

import { h } from "./dom.js";

const token = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A value as indented JSON, coloured by spans. */
export function jsonView(value) {
  const source = JSON.stringify(value, null, 2) ?? "undefined";
  const nodes = [];
  let end = 0;
  for (const match of source.matchAll(token)) {
    if (match.index > end) nodes.push(source.slice(end, match.index));
    const [whole, quoted, colon, word] = match;
    if (quoted && colon) nodes.push(h("span", { class: "json-key" }, quoted), colon);
    else nodes.push(h("span", { class: quoted ? "json-string" : word ? "json-word" : "json-number" }, whole));
    end = match.index + whole.length;
  }
  nodes.push(source.slice(end));
  return h("pre", { class: "json", tabindex: "0" }, nodes);
}
