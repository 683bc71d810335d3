// SPDX-License-Identifier: MIT

import { attribute, h, keyed } from "./dom.js";
import { hitCard, updateHitCard } from "./hit-card.js";
import { showHitDetail } from "./hit-detail.js";
import { roving } from "./roving.js";

/** A short list of hits as cards, each of which opens what is known of it. It is as long as what it is given. */
export class HitCards {
  #template = {};
  #open = (hit) => showHitDetail(hit, this.#template);
  element = h("div", { class: "hits", role: "list" });
  #settle = roving(this.element, ".hit-open", { place: ".hit-item" });

  /** Draws hits by their template; a list without any is not there. */
  render(hits, template = {}) {
    this.#template = template;
    this.element.classList.toggle("is-list", template.layout === "list");
    keyed(this.element, hits, {
      key: (hit) => hit.objectID,
      create: () => h("div", { role: "listitem", class: "hit-item" }, hitCard(this.#open)),
      update: (item, hit, index) => updateHitCard(item.firstChild, hit, template, index),
      recycle: true,
      keeps: (item) => Boolean(template.image) || this.#settle.isPlace(item),
    });
    this.#settle();
    attribute(this.element, "hidden", hits.length === 0);
  }
}
