// SPDX-License-Identifier: MIT

import { kindHue } from "../bus-event.js";
import { h } from "../dom.js";
import { number } from "../format.js";
import { changeList } from "./change-list.js";
import { changesOf } from "./changes.js";

const mostOpen = 12;

/** What differs between the views of a session at two moments, by widget. */
export function viewDifference(before, after) {
  const widgets = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const groups = widgets.map((widget) => ({ widget, ...changesOf(before[widget], after[widget]) })).filter(({ count }) => count > 0);
  if (groups.length === 0) return h("p", { class: "trace-note" }, "The two screens are the same.");
  return h("div", { class: "changes" }, groups.map(({ widget, changes, count, total }) => h("details", { class: "change-group", open: count <= mostOpen },
    h("summary", {}, h("span", { class: "kind", style: { "--kind": kindHue("view") } }, widget), ` ${number(count)} of ${number(total)} values differ`),
    changeList(changes, count))));
}
