// SPDX-License-Identifier: MIT

import { h } from "./dom.js";

/** Nodes for a highlighted text, `[["Sam", true], ["sung", false]]`: matched parts become `<mark>`, all are text. */
export function highlighted(spans) {
  return spans.map(([part, matched]) => (matched ? h("mark", {}, part) : document.createTextNode(part)));
}

/** Shows a highlighted text in an element that shows nothing else; keeps the nodes that are there as far as they fit. */
export function showHighlighted(element, spans) {
  const source = JSON.stringify(spans);
  if (element.shownSpans === source) return;
  element.shownSpans = source;
  let place = element.firstChild;
  for (const [part, matched] of spans) {
    if (!fits(place, matched) && fits(place?.nextSibling, matched)) {
      place = place.nextSibling;
      place.previousSibling.remove();
    }
    if (fits(place, matched)) {
      const node = matched ? place.firstChild : place;
      if (node.data !== String(part)) node.data = part;
      place = place.nextSibling;
    } else {
      element.insertBefore(highlighted([[part, matched]])[0], place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function fits(node, matched) {
  return matched ? node?.nodeName === "MARK" && node.firstChild?.nodeType === Node.TEXT_NODE : node?.nodeType === Node.TEXT_NODE;
}
