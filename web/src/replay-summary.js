// SPDX-License-Identifier: MIT

import { attribute, h, text } from "./dom.js";
import { number } from "./format.js";

/** The figures of a whole report. */
export class ReplaySummary {
  #words = h("p", { class: "replay-with" });
  #tiles = h("div", { class: "tiles" });
  element = h("div", { class: "replay-summary", hidden: true }, this.#words, this.#tiles);

  /** Shows a report; null hides the figures. */
  show(report) {
    attribute(this.element, "hidden", report === null);
    if (report === null) return;
    const { searches, asked, different, hits, before, after, differences } = report;
    const share = searches > 0 ? Math.round((different.searches / searches) * 1000) / 10 : 0;
    text(this.#words, `${number(searches)} distinct searches (${number(asked)} in total), run with the current app and with ${report.with}.`
      + (different.searches > differences.length ? ` The worst ${number(differences.length)} differences are shown.` : ""));
    this.#tiles.replaceChildren(
      tile("Searches that differ", number(different.searches), `${share} %, ${number(different.asked)} in total`),
      tile("Hits among the first ten", `+${number(hits.gained)} −${number(hits.lost)}`, `${number(hits.moved)} moved`),
      tile("Without results", `${number(before.empty.searches)} → ${number(after.empty.searches)}`, "before → after"),
      tile("With an error", `${number(before.failed.searches)} → ${number(after.failed.searches)}`, "before → after"),
      tile("p99 latency", `${time(before.latencyMS?.p99)} → ${time(after.latencyMS?.p99)}`, "before → after"));
  }
}

function tile(label, value, note) {
  return h("dl", { class: "tile card" }, h("dt", {}, label), h("dd", { class: "tile-value" }, value),
    h("dd", { class: "tile-note" }, note));
}

function time(milliseconds) {
  return milliseconds === undefined ? "–" : `${Math.round(milliseconds * 10) / 10} ms`;
}
