// SPDX-License-Identifier: MIT

import { h, keyed } from "../dom.js";
import { defaultHit } from "../default-hit.js";
import { drawHit } from "../hit-template.js";
import { adopt } from "./view-element.js";

/**
 * A list of hits, each an `<li class="hit" data-hit="ID">` from a `<template>` of the page's (`hit-template.js` describes what it may
 * contain), or else as the view's template says. Hits that stay keep their elements; the event `hit` with `{ hit, element }` comes
 * after each that was drawn.
 */
export class HitList {
  #element;
  #list;
  #template;

  constructor(element, list, template) {
    this.#element = element;
    this.#list = list;
    this.#template = template;
    adopt(list, (item) => item.dataset.hit);
  }

  /** Draws hits; `update(item, hit, index)` draws what else there is. */
  draw(hits, template = {}, update = () => {}) {
    keyed(this.#list, hits, {
      key: (hit) => hit.objectID,
      create: (hit) => h("li", { class: "hit", data: { hit: hit.objectID } }, this.#template?.content.cloneNode(true) ?? defaultHit(hit, template)),
      update: (item, hit, index) => {
        this.#update(item, hit);
        update(item, hit, index);
      },
    });
  }

  #update(item, hit) {
    if (item.hit === hit) return;
    item.hit = hit;
    drawHit(item, hit);
    this.#element.dispatchEvent(new CustomEvent("hit", { detail: { hit, element: item } }));
  }
}
