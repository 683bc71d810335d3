// SPDX-License-Identifier: MIT

import { h } from "./dom.js";

/** Nodes for a highlighted text, `[["Sam", true], ["sung", false]]`: matched parts become `<mark>`, all are text. */
export function highlighted(spans) {
  return spans.map(([part, matched]) => (matched ? h("mark", {}, part) : document.createTextNode(part)));
}

/** Shows a highlighted text in an element that shows nothing else; touches only the parts that changed. */
export function showHighlighted(element, spans) {
  const source = JSON.stringify(spans);
  if (element.shownSpans === source) return;
  element.shownSpans = source;
  const nodes = element.childNodes;
  const sameShape = nodes.length === spans.length
    && spans.every(([, matched], index) => (nodes[index].nodeName === "MARK") === Boolean(matched));
  if (!sameShape) {
    element.replaceChildren(...highlighted(spans));
    return;
  }
  spans.forEach(([part], index) => {
    if (nodes[index].textContent !== part) nodes[index].textContent = part;
  });
}
