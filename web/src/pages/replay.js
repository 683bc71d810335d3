// SPDX-License-Identifier: MIT

import { language } from "../../client/words.js";
import { attribute, h, text } from "../dom.js";
import { number } from "../format.js";
import { ReplayLists } from "../replay-lists.js";
import { ReplaySummary } from "../replay-summary.js";
import { labelOf, remarksOf } from "../replay-words.js";

const command = "searchbus replay --with-settings INDEX=FILE --keep NAME";

/**
 * `<replay-page>`: what would change. A report that `searchbus replay --keep` wrote: the searches whose answers differ, the
 * worst first, and for the chosen one the first hits before and after, side by side. The URL names the report and the search.
 */
export class ReplayPage extends HTMLElement {
  static title = "What would change";
  static parent = "insights";
  #gone = new AbortController();
  #reports = h("select", { class: "select", "aria-label": "Report", on: { change: () => this.#choose(this.#reports.value) } });
  #head = h("div", { class: "replay-head", hidden: true }, this.#reports);
  #message = h("div", { class: "replay-empty card", role: "status", hidden: true });
  #summary = new ReplaySummary();
  #searches = h("ol", { class: "replay-searches" });
  #lists = new ReplayLists();
  #body = h("div", { class: "replay", hidden: true },
    h("nav", { class: "replay-nav card", "aria-label": "Searches that differ, the worst first" }, this.#searches),
    this.#lists.element);
  #report = null;
  #shown = null;

  connectedCallback() {
    const { router } = this.context;
    this.append(h("h1", { class: "page-title" }, "What would change"),
      this.#head, this.#message, this.#summary.element, this.#body);
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
    const signal = this.#gone.signal;
    try {
      if (this.#report === null) await this.#list(await api.replays(signal));
      const name = router.parameters.get("report") ?? this.#reports.value;
      if (!name) return this.#explain();
      if (![...this.#reports.options].some((option) => option.value === name)) {
        return this.#say(h("p", {}, `There is no report “${name}”.`), h("pre", { class: "replay-command" }, h("code", {}, command)));
      }
      if (this.#report?.name !== name) {
        this.#report = { name, ...await api.replay(name, signal) };
        this.#showReport();
      }
      this.#showSearch(Number.parseInt(router.parameters.get("search") ?? "1", 10));
    } catch (problem) {
      if (!signal.aborted) this.#say(h("p", {}, problem.message), problem.remedy && h("p", {}, problem.remedy));
    }
  }

  #list({ replays }) {
    this.#reports.replaceChildren(...replays.map(({ name, time }) =>
      h("option", { value: name }, `${name} · ${new Date(time).toLocaleString(language)}`)));
    attribute(this.#head, "hidden", replays.length === 0);
  }

  #explain() {
    this.#say(
      h("p", {}, "No report yet. Before you change settings, an index or an engine, repeat the users' searches with the change:"),
      h("pre", { class: "replay-command" }, h("code", {}, command)),
      h("p", {}, "The report then appears here: which searches have other results, and both lists of hits side by side."));
  }

  /** Shows a message instead of a report. */
  #say(...words) {
    this.#message.replaceChildren(...words.filter(Boolean));
    attribute(this.#message, "hidden", false);
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
    attribute(this.#message, "hidden", true);
    this.#summary.show(report);
    attribute(this.#body, "hidden", report.differences.length === 0);
    this.#searches.replaceChildren(...report.differences.map((difference, place) => h("li", {},
      h("a", { href: router.link("replay", session.id, { report: report.name, search: String(place + 1) }) },
        h("span", { class: "replay-query", dir: "auto" }, labelOf(difference.search)),
        h("small", {}, `${remarksOf(difference)} · asked ${number(difference.asked)}×`)))));
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
    text(document.querySelector("title"), `“${labelOf(differences[place - 1].search)}” · What would change`);
  }
}

customElements.define("replay-page", ReplayPage);
