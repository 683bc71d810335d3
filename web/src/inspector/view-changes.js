// SPDX-License-Identifier: MIT

import { kindHue, topicParts } from "../bus-event.js";
import { h } from "../dom.js";
import { bytes, number } from "../format.js";
import { sizeOf } from "./actions.js";
import { changeList } from "./change-list.js";
import { changesOf } from "./changes.js";

const mostOpen = 12;

/** What each view of an action changed, compared with the view of that widget before it, as far as it is loaded. */
export function viewChanges(action, entries) {
  const views = action.entries.filter(({ topic }) => topicParts(topic).kind === "view");
  if (views.length === 0) return h("p", { class: "trace-note" }, "This action changed no view.");
  return h("div", { class: "changes" }, views.map((entry) => {
    const before = entries.findLast((other) => other.topic === entry.topic && other.event.sequence < entry.event.sequence);
    const { changes, count, total } = changesOf(before?.event.data, entry.event.data);
    const words = before ? `${number(count)} of ${number(total)} values changed` : "no earlier view is loaded";
    return h("details", { class: "change-group", open: count > 0 && count <= mostOpen },
      h("summary", {}, h("span", { class: "kind", style: { "--kind": kindHue("view") } }, topicParts(entry.topic).component),
        ` ${words} · ${bytes(sizeOf(entry))}`),
      changeList(changes, count));
  }));
}
