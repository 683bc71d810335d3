// SPDX-License-Identifier: MIT

import { iconButton } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { HitCards } from "../hit-cards.js";

/** Records like the one that is looked at; where none is, what to do. */
export default class RelatedItems {
  #title = h("h2", { class: "section-title", dir: "auto" });
  #close;
  #words = h("p", { class: "panel-note", dir: "auto" });
  #cards = new HitCards();

  constructor({ widget, send }) {
    const title = widget.title ?? "Related";
    text(this.#title, title);
    attribute(this.#cards.element, "aria-label", title);
    this.#close = iconButton("close", `Close ${title}`, "close-related", () => send("clear"));
    this.element = h("section", { class: "related hits-section", "aria-label": title },
      h("header", { class: "section-head" }, this.#title, this.#close), this.#words, this.#cards.element);
  }

  render(view) {
    const isAsked = view.objectID !== null;
    attribute(this.#close, "hidden", !isAsked);
    this.#cards.render(view.hits, view.template);
    const isLeftEmpty = isAsked && view.hits.length === 0 && view.phase === "ready";
    text(this.#words, isAsked ? "No similar results." : "Select a result to see similar ones.");
    attribute(this.#words, "hidden", isAsked && !isLeftEmpty);
  }
}
