// SPDX-License-Identifier: MIT

import { h } from "../dom.js";
import { number } from "../format.js";

const mostMembers = 200;

/**
 * A value as a tree that folds: what is short is open, long lists begin folded, and a folded part is drawn when it is opened.
 *
 * With a JSON Schema, members have what it says of them beside them, and those that it does not permit are marked.
 */
export function jsonTree(value, { name = null, depth = 0, open = null, schema = null, isUnknown = false } = {}) {
  const isTree = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (!isTree) return h("div", { class: `tree-leaf${isUnknown ? " is-unknown" : ""}` }, label(name, ": "), leaf(value), note(schema, isUnknown));
  const members = Object.entries(value);
  const words = Array.isArray(value) ? `[${number(members.length)}]` : `{${number(members.length)}}`;
  const element = h("details", { class: `tree${isUnknown ? " is-unknown" : ""}` },
    h("summary", {}, label(name, " "), h("span", { class: "tree-size" }, words), depth > 0 && note(schema, isUnknown)));
  let isDrawn = false;
  const draw = () => {
    if (isDrawn || !element.open) return;
    isDrawn = true;
    element.append(...members.slice(0, mostMembers).map(([key, each]) => jsonTree(each, {
      name: key, depth: depth + 1, schema: memberSchema(schema, value, key), isUnknown: !permits(schema, value, key),
    })));
    if (members.length > mostMembers) element.append(h("p", { class: "panel-note" }, `${number(members.length - mostMembers)} more`));
  };
  element.addEventListener("toggle", draw);
  element.open = open ?? (depth < 1 || (depth < 3 && members.length <= 6));
  draw();
  return element;
}

/** What a schema says of a member, or null. */
function memberSchema(schema, value, key) {
  if (Array.isArray(value)) return schema?.items ?? null;
  const declared = schema?.properties ?? {};
  if (Object.hasOwn(declared, key)) return declared[key];
  return typeof schema?.additionalProperties === "object" ? schema.additionalProperties : null;
}

function permits(schema, value, key) {
  return Array.isArray(value) || schema?.additionalProperties !== false || Object.hasOwn(schema.properties ?? {}, key);
}

function label(name, end) {
  return name !== null && h("span", { class: "json-key" }, name, end);
}

function note(schema, isUnknown) {
  if (isUnknown) return h("small", { class: "tree-note" }, "not declared");
  return typeof schema?.description === "string" && h("small", { class: "tree-note" }, schema.description.replaceAll("`", ""));
}

function leaf(value) {
  if (typeof value === "object" && value !== null) return h("span", { class: "json-word" }, Array.isArray(value) ? "[]" : "{}");
  const kind = { string: "json-string", number: "json-number" }[typeof value] ?? "json-word";
  return h("span", { class: kind, dir: "auto" }, JSON.stringify(value) ?? "undefined");
}
