// SPDX-License-Identifier: MIT

import { h } from "../dom.js";
import { markedWords } from "./marked-words.js";

/** The parameters of a widget: what the app file gives, the default otherwise, and what each is for. */
export function parameterTable(widget, type) {
  const declared = Object.entries(type?.parameters?.properties ?? {});
  const given = widget.parameters ?? {};
  const others = Object.keys(given).filter((name) => !declared.some(([known]) => known === name));
  const rows = [
    ...declared.map(([name, schema]) => row(name, given[name], schema.default, schema.description)),
    ...others.map((name) => row(name, given[name], undefined, "")),
  ];
  if (rows.length === 0) return h("p", { class: "panel-note" }, "None.");
  return h("div", { class: "gallery-scroll", tabindex: "0", role: "region", "aria-label": "Parameters" },
    h("table", { class: "gallery-table" },
      h("thead", {}, h("tr", {}, ...["Parameter", "Value", "Description"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, ...rows)));
}

function row(name, value, standard, summary) {
  const isGiven = value !== undefined && value !== null;
  const shown = isGiven ? value : standard;
  return h("tr", {},
    h("th", { scope: "row" }, h("code", {}, name)),
    h("td", {},
      shown === undefined ? "–" : h("code", { dir: "auto" }, typeof shown === "string" ? shown : JSON.stringify(shown)),
      isGiven || shown === undefined ? null : h("small", {}, " by default")),
    h("td", {}, ...markedWords(summary)));
}
