// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { number } from "../words.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/** `<searchbus-history widget="history">`: buttons `.undo`, `.redo` and, if the view offers it, `.reset`, which can be undone too. */
export class HistoryElement extends ViewElement {
  #buttons = {};

  begin() {
    present(this, "group", "History");
    for (const [name, words] of [["undo", "Undo"], ["redo", "Redo"], ["reset", "Start over"]]) {
      const button = partOf(this, `button.${name}`, () => h("button", { type: "button", class: name }, labelOf(this, name, words)));
      button.addEventListener("click", () => this.send(name));
      this.#buttons[name] = button;
    }
  }

  draw(view) {
    this.#buttons.undo.disabled = !view.canUndo;
    this.#buttons.redo.disabled = !view.canRedo;
    attribute(this.#buttons.reset, "hidden", !view.reset);
  }
}

/** `<searchbus-loading widget="spinner">`: its content, or a word, while a search takes long; a quick one never flickers. */
export class LoadingElement extends ViewElement {
  begin() {
    present(this, "status", "Searching");
    if (this.childNodes.length === 0) text(this, labelOf(this, "searching", "Searching…"));
  }

  draw(view) {
    if (view.stalled && this.hidden) this.announce(this.textContent.trim());
    attribute(this, "hidden", !view.stalled);
  }
}

/**
 * `<searchbus-relevant-sort widget="relevance">`: a `p.note` that says whether results that match little are left out, and a button that
 * turns it around. Hidden where that cannot be chosen.
 */
export class RelevantSortElement extends ViewElement {
  #note;
  #button;

  begin() {
    present(this, "group", "Relevance");
    this.#note = partOf(this, ".note", () => h("p", { class: "note" }));
    this.#button = partOf(this, "button", () => h("button", { type: "button" }));
    this.#button.addEventListener("click", () => this.send("toggle"));
  }

  draw({ priority, nbHits, nbSortedHits }) {
    attribute(this, "hidden", !priority);
    if (!priority) return;
    const isRelevant = priority === "relevancy";
    const words = nbSortedHits === undefined ? labelOf(this, "some", "Some results were left out, since they match little.")
      : labelOf(this, "count", "{count} of {all} results match well; the others were left out.");
    text(this.#note, (isRelevant ? words : labelOf(this, "all", "All results are shown."))
      .replace("{count}", number(nbSortedHits ?? 0)).replace("{all}", number(nbHits)));
    text(this.#button, isRelevant ? labelOf(this, "show-all", "Show all results") : labelOf(this, "show-relevant", "Show more relevant results"));
  }
}
