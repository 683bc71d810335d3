// SPDX-License-Identifier: MIT

import { Backoff, pauseAfter, retryNow } from "../client/backoff.js";
import { button } from "./buttons.js";
import { attribute, h } from "./dom.js";

/** What a page or a part of one says while it has nothing to show: that it loads, that it failed, or why it is empty. */
export class PageState {
  element = h("div", { class: "page-state card", role: "status", hidden: true });

  /** Says that something is being loaded. */
  loading(words = "Loading…") {
    this.#show("loading", h("p", {}, words));
  }

  /** Says why something could not be loaded; the button ends the wait for the next try. */
  failed(problem) {
    this.#show("failed", h("p", {}, problem.message), problem.remedy && h("p", {}, problem.remedy), button("Try again", retryNow));
  }

  /** Says why there is nothing. */
  empty(...content) {
    this.#show("empty", ...content);
  }

  clear() {
    this.#show("none");
  }

  /** Which of them is shown: `loading`, `failed`, `empty` or `none`. */
  get shown() {
    return this.element.dataset.state ?? "none";
  }

  #show(state, ...content) {
    this.element.dataset.state = state;
    attribute(this.element, "hidden", state === "none");
    this.element.replaceChildren(...content.filter(Boolean));
  }

  /**
   * Asks until there is an answer, and says meanwhile how it stands. What waiting does not change is asked again only if the person
   * wants it. Answers with undefined once the signal aborts.
   */
  async load(ask, signal) {
    const backoff = new Backoff();
    this.loading();
    while (!signal.aborted) {
      try {
        const answer = await ask();
        if (signal.aborted) return undefined;
        this.clear();
        return answer;
      } catch (problem) {
        if (signal.aborted) return undefined;
        this.failed(problem);
        await pauseAfter(problem, backoff, signal);
      }
    }
    return undefined;
  }
}
