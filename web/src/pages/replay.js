// SPDX-License-Identifier: MIT

import { language } from "../../client/words.js";
import { attribute, h, text } from "../dom.js";
import { count } from "../insights/figures.js";
import { PageState } from "../page-state.js";
import { ReplayLists } from "../replay-lists.js";
import { ReplaySummary } from "../replay-summary.js";
import { labelOf, remarksOf } from "../replay-words.js";

const command = "searchbus replay --with-settings INDEX=FILE --keep NAME";

/**
 * `<replay-page>`: what a change would do. A report that `searchbus replay --keep` wrote: the searches whose answers differ, the
 * worst first, and for the chosen one the first hits before and after, side by side. The URL names the report and the search.
 */
export class ReplayPage extends HTMLElement {
  static title = "Replay";
  static parent = "insights";
  #gone = new AbortController();
  #reports = h("select", { class: "select", "aria-label": "Report", on: { change: () => this.#choose(this.#reports.value) } });
  #head = h("div", { class: "replay-head", hidden: true }, this.#reports);
  #state = new PageState();
  #summary = new ReplaySummary();
  #searches = h("ol", { class: "replay-searches" });
  #lists = new ReplayLists();
  #body = h("div", { class: "replay", hidden: true },
    h("nav", { class: "replay-nav card", "aria-label": "Searches that differ, the worst first" }, this.#searches),
    this.#lists.element);
  #report = null;
  #shown = null;
  #followed = new AbortController();

  connectedCallback() {
    const { router } = this.context;
    this.append(h("h1", { class: "page-title" }, "Replay"),
      this.#head, this.#state.element, this.#summary.element, this.#body);
    router.addEventListener("change", () => this.#follow(), { signal: this.#gone.signal });
    this.#follow();
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  /** Brings report and search in line with the URL. */
  async #follow() {
    const { api, router } = this.context;
    if (router.page !== "replay") return;
    this.#followed.abort();
    this.#followed = new AbortController();
    const signal = AbortSignal.any([this.#gone.signal, this.#followed.signal]);
    if (this.#report === null) {
      const answer = await this.#state.load(() => api.replays(signal), signal);
      if (answer === undefined) return;
      this.#list(answer);
    }
    const name = router.parameters.get("report") ?? this.#reports.value;
    if (!name) return this.#explain();
    if (![...this.#reports.options].some((option) => option.value === name)) {
      return this.#say(h("p", {}, `There is no report “${name}”.`), h("pre", { class: "replay-command" }, h("code", {}, command)));
    }
    if (this.#report?.name !== name) {
      const report = await this.#state.load(() => api.replay(name, signal), signal);
      if (report === undefined) return;
      this.#report = { name, ...report };
      this.#showReport();
    }
    this.#showSearch(Number.parseInt(router.parameters.get("search") ?? "1", 10));
  }

  #list({ replays }) {
    this.#reports.replaceChildren(...replays.map(({ name, time }) =>
      h("option", { value: name }, `${name} · ${new Date(time).toLocaleString(language)}`)));
    attribute(this.#head, "hidden", replays.length === 0);
  }

  #explain() {
    this.#say(
      h("p", {}, "No reports yet. Test a change against real searches before you ship it:"),
      h("pre", { class: "replay-command" }, h("code", {}, command)),
      h("p", {}, "The report lists every search whose results differ, with both result lists side by side."));
  }

  /** Shows a message instead of a report. */
  #say(...words) {
    this.#state.empty(...words);
    this.#summary.show(null);
    attribute(this.#body, "hidden", true);
    this.#report = null;
    this.#shown = null;
  }

  #choose(report) {
    const { router, session } = this.context;
    router.go(router.link("replay", session.id, { report }));
  }

  #showReport() {
    const { router, session } = this.context;
    const report = this.#report;
    this.#reports.value = report.name;
    this.#shown = null;
    this.#state.clear();
    this.#summary.show(report);
    attribute(this.#body, "hidden", report.differences.length === 0);
    this.#searches.replaceChildren(...report.differences.map((difference, place) => h("li", {},
      h("a", { href: router.link("replay", session.id, { report: report.name, search: String(place + 1) }) },
        h("span", { class: "replay-query", dir: "auto" }, labelOf(difference.search)),
        h("small", {}, `${remarksOf(difference)} · ${count(difference.asked, "search", "searches")}`)))));
  }

  #showSearch(wanted) {
    const { differences, name } = this.#report;
    if (differences.length === 0) return;
    const place = Number.isInteger(wanted) && wanted >= 1 && wanted <= differences.length ? wanted : 1;
    const shown = `${name} ${place}`;
    if (this.#shown === shown) return;
    this.#shown = shown;
    for (const [index, link] of [...this.#searches.querySelectorAll("a")].entries()) {
      attribute(link, "aria-current", index + 1 === place ? "true" : null);
      if (index + 1 === place) link.scrollIntoView({ block: "nearest" });
    }
    this.#lists.show(differences[place - 1]);
    text(document.querySelector("title"), `“${labelOf(differences[place - 1].search)}” · Replay`);
  }
}

customElements.define("replay-page", ReplayPage);
