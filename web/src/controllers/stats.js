// SPDX-License-Identifier: MIT

import { h, text } from "../dom.js";
import { number } from "../format.js";

/** The number of results and the duration; also announced to screen readers after each search. */
export default class Stats {
  #announce;

  constructor({ announce }) {
    this.#announce = announce;
    this.element = h("p", { class: "stats", dir: "auto" });
  }

  render(view) {
    const words = grouped(view.text ?? "", [view.nbHits, view.nbPages, view.page, view.hitsPerPage]);
    text(this.element, words);
    if (view.phase === "ready" && words) this.#announce(words);
  }
}

/** A text in which the figures that are its own are grouped as people write them; other numbers stay as they are. */
function grouped(words, figures) {
  return words.replace(/(?<![\d.,])\d{4,}(?![\d.,]\d|\d)/g,
    (digits) => (figures.includes(Number(digits)) ? number(Number(digits)) : digits));
}
