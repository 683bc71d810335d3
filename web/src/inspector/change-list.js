// SPDX-License-Identifier: MIT

import { h } from "../dom.js";
import { number } from "../format.js";

/** Values before and after, as `changesOf` finds them; `count` is how many there are in all. */
export function changeList(changes, count) {
  return [
    h("dl", { class: "change-list" }, changes.map(({ path, before, after }) => h("div", { class: "change" },
      h("dt", {}, h("code", {}, path)),
      h("dd", {}, before !== undefined && h("del", { dir: "auto" }, before), after !== undefined && h("ins", { dir: "auto" }, after))))),
    count > changes.length && h("p", { class: "panel-note" }, `${number(count - changes.length)} more`),
  ];
}
