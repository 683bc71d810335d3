// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";
import { drawHit } from "../hit-template.js";
import { adopt, partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-hits widget="hits">` with a `<template>` for a hit (`hit-template.js` describes what it may contain). Hits that stay
 * keep their elements; each is an `<li class="hit" data-hit="ID">` of an `<ol class="hits">`.
 *
 * Of its other children, those with `data-when="empty"`, `"failed"`, `"more"` or `"waiting"` are shown only then; a
 * `<button data-send="load-more">` or `"load-previous"` sends that. With the attribute `infinite` the former is pressed when it
 * comes into sight. The event `hit` with `{ hit, element }` comes after each hit that was drawn.
 */
export class HitsElement extends ViewElement {
  #list;
  #template;
  #sight = null;

  begin() {
    this.#template = this.querySelector(":scope > template");
    this.#list = partOf(this, ":scope > .hits", () => h("ol", { class: "hits" }));
    adopt(this.#list, (item) => item.dataset.hit);
    this.addEventListener("click", ({ target }) => {
      const intent = target.closest("[data-send]")?.dataset.send;
      if (["load-more", "load-previous"].includes(intent)) this.send(intent);
    });
    if (this.hasAttribute("infinite")) this.#watch();
  }

  draw(view) {
    const hits = Array.isArray(view.hits) ? view.hits : [];
    attribute(this.#list, "aria-busy", ["loading", "stalled"].includes(view.phase));
    keyed(this.#list, hits, {
      key: (hit) => hit.objectID,
      create: (hit) => this.#make(hit),
      update: (item, hit) => this.#update(item, hit),
    });
    const states = {
      empty: hits.length === 0 && ["ready", "idle"].includes(view.phase), failed: view.phase === "failed",
      more: view.hasMore === true, waiting: view.phase === "stalled",
    };
    for (const part of this.querySelectorAll(":scope > [data-when]")) attribute(part, "hidden", !states[part.dataset.when]);
    for (const part of this.querySelectorAll(":scope > [data-when] [data-say]")) text(part, this.#words(part.dataset.say, view));
    if (this.#sight && view.hasMore && !view.loadingMore) this.#look();
  }

  #words(name, view) {
    return { query: view.query ?? "", error: view.error?.message ?? "", count: String(view.nbHits ?? 0) }[name] ?? "";
  }

  #make(hit) {
    const content = this.#template?.content.cloneNode(true) ?? h("span", { data: { highlight: "name" } });
    return h("li", { class: "hit", data: { hit: hit.objectID } }, content);
  }

  #update(item, hit) {
    if (item.hit === hit) return;
    item.hit = hit;
    drawHit(item, hit);
    this.dispatchEvent(new CustomEvent("hit", { detail: { hit, element: item } }));
  }

  #watch() {
    const button = this.querySelector("[data-send=load-more]");
    if (button === null) return;
    this.#sight = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting && this.view?.hasMore && !this.view.loadingMore) this.send("load-more", {}, { latest: true });
    }, { rootMargin: "400px" });
    this.#sight.observe(button);
  }

  /** Further hits may have left the button in its position; observing it again reports whether it is visible. */
  #look() {
    const button = this.querySelector("[data-send=load-more]");
    this.#sight.unobserve(button);
    this.#sight.observe(button);
  }
}
