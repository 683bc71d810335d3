// SPDX-License-Identifier: MIT

import { h } from "../dom.js";
import { number } from "../format.js";

const mostMembers = 200;

/** A value as a tree that folds: what is short is open, long lists begin folded, and a folded part is drawn when it is opened. */
export function jsonTree(value, { name = null, depth = 0, open = null } = {}) {
  if (typeof value !== "object" || value === null) return leaf(name, value);
  const members = Object.entries(value);
  if (members.length === 0) return leaf(name, Array.isArray(value) ? "[]" : "{}", "json-word");
  const words = Array.isArray(value) ? `[${number(members.length)}]` : `{${number(members.length)}}`;
  const element = h("details", { class: "tree" },
    h("summary", {}, name !== null && h("span", { class: "json-key" }, name, " "), h("span", { class: "tree-size" }, words)));
  let isDrawn = false;
  const draw = () => {
    if (isDrawn || !element.open) return;
    isDrawn = true;
    element.append(...members.slice(0, mostMembers).map(([key, each]) => jsonTree(each, { name: key, depth: depth + 1 })));
    if (members.length > mostMembers) element.append(h("p", { class: "panel-note" }, `${number(members.length - mostMembers)} more`));
  };
  element.addEventListener("toggle", draw);
  element.open = open ?? (depth < 1 || (depth < 3 && members.length <= 6));
  draw();
  return element;
}

function leaf(name, value, kind = { string: "json-string", number: "json-number" }[typeof value] ?? "json-word") {
  const words = kind === "json-word" ? String(value) : JSON.stringify(value);
  return h("div", { class: "tree-leaf" }, name !== null && h("span", { class: "json-key" }, name, ": "),
    h("span", { class: kind, dir: "auto" }, words));
}
