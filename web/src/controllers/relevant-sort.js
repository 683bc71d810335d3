// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { number } from "../format.js";

/** Whether results that match little are left out, and a button that turns it around. */
export default class RelevantSort {
  #hint = h("p", { class: "relevant-hint" });
  #button;

  constructor({ widget, send }) {
    this.#button = button("", () => send("toggle"), { kind: "relevant-toggle" });
    this.element = h("div", { class: "relevant-sort", role: "group", "aria-label": widget.title ?? "Relevance",
      hidden: true }, this.#hint, this.#button);
  }

  render(view) {
    attribute(this.element, "hidden", !view.priority);
    if (!view.priority) return;
    const relevant = view.priority === "relevancy";
    const some = view.nbSortedHits === undefined ? "Some results were left out, since they match little."
      : `${number(view.nbSortedHits)} of ${number(view.nbHits)} results match well; the others were left out.`;
    text(this.#hint, relevant ? some : "All results are shown.");
    text(this.#button, relevant ? "Show all results" : "Show more relevant results");
  }
}
