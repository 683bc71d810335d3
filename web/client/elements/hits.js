// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { HitReports } from "../hit-reports.js";
import { valuesToSend } from "../selected-values.js";
import { HitList } from "./hit-list.js";
import { partOf, ViewElement } from "./view-element.js";

/**
 * `<searchbus-hits widget="hits">`: hits as `hit-list.js` draws them, in an `<ol class="hits">`.
 *
 * Of its other children, those with `data-when="empty"`, `"failed"`, `"more"` or `"waiting"` are shown only then; a
 * `<button data-send="load-more">` or `"load-previous"` sends that. With the attribute `infinite` the former is pressed when it
 * comes into sight. A `<button data-select>` in the template selects its hit where the view offers that, and is hidden otherwise;
 * `is-selected` tells which hits are. With the attribute `report` clicks, conversions and views of hits are reported (`hit-reports.js`).
 */
export class HitsElement extends ViewElement {
  #list;
  #hits;
  #sight = null;
  #reports = null;

  begin() {
    this.#list = partOf(this, ":scope > .hits", () => h("ol", { class: "hits" }));
    this.#hits = new HitList(this, this.#list, this.querySelector(":scope > template"));
    this.addEventListener("click", ({ target }) => {
      const intent = target.closest("[data-send]")?.dataset.send;
      if (["load-more", "load-previous"].includes(intent)) this.send(intent);
      const chosen = target.closest("[data-select]")?.closest("[data-hit]");
      if (chosen) this.#toggle(chosen.hit);
    });
    if (this.hasAttribute("infinite")) this.#watch();
  }

  joined(session) {
    if (this.hasAttribute("report")) this.#reports ??= new HitReports(this, session, this.getAttribute("report") || null);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.#reports?.disconnect();
  }

  draw(view) {
    const hits = Array.isArray(view.hits) ? view.hits : [];
    attribute(this.#list, "aria-busy", ["loading", "stalled"].includes(view.phase));
    this.#hits.draw(hits, view.template, (item, hit) => this.#showSelection(item, hit));
    this.#reports?.drawn([...this.#list.children], view);
    const states = {
      empty: hits.length === 0 && ["ready", "idle"].includes(view.phase), failed: view.phase === "failed",
      more: view.hasMore === true, waiting: view.phase === "stalled",
    };
    for (const part of this.querySelectorAll(":scope > [data-when]")) attribute(part, "hidden", !states[part.dataset.when]);
    for (const part of this.querySelectorAll(":scope > [data-when] [data-say]")) text(part, this.#words(part.dataset.say, view));
    if (this.#sight && view.hasMore && !view.loadingMore) this.#look();
  }

  #showSelection(item, { objectID }) {
    const { selection, selected = [] } = this.view;
    const isSelected = selected.includes(objectID);
    item.classList.toggle("is-selected", isSelected);
    for (const button of item.querySelectorAll("[data-select]")) {
      attribute(button, "hidden", !selection);
      attribute(button, "aria-pressed", isSelected ? "true" : "false");
    }
  }

  #toggle(hit) {
    const { selection, selected = [] } = this.view;
    const { objectID } = hit;
    if (selected.includes(objectID)) this.send("deselect", { objectID });
    else this.send("select", { objectID, attributes: valuesToSend(hit, selection?.attributes ?? []) });
  }

  #words(name, view) {
    return { query: view.query ?? "", error: view.error?.message ?? "", count: String(view.nbHits ?? 0) }[name] ?? "";
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
