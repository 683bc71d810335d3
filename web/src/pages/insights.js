// SPDX-License-Identifier: MIT

import { pause } from "../../client/backoff.js";
import { attribute, h, text } from "../dom.js";
import { attributeTitle, number } from "../format.js";
import { icon } from "../icons.js";
import { BarChart } from "../insights/bar-chart.js";
import { count, decimal, moment, queryWords, share, span } from "../insights/figures.js";
import { Ranking } from "../insights/ranking.js";
import { PageState } from "../page-state.js";

const spans = [[1, "Today"], [7, "7 days"], [30, "30 days"], [90, "90 days"]];
const rows = 15;
const interval = 5_000;

/** `<insights-page>`: what people search for, what they do not find, what they open, and how long they wait. */
export class InsightsPage extends HTMLElement {
  static title = "Insights";
  #gone = new AbortController();
  #asked = null;
  #days = 7;
  #tiles = {};
  #spanButtons = spans.map(([days, title]) => h("button", {
    type: "button", class: "span-choice", "aria-pressed": String(days === this.#days), data: { days }, on: { click: () => this.#choose(days) },
  }, title));
  #failure = h("p", { class: "banner is-failed", role: "alert", hidden: true });
  #searches = new BarChart("Searches over time");
  #latency = new BarChart("Time from a key to its results");
  #queries;
  #withoutResults;
  #refinements;
  #viewed;
  #content = h("div", { class: "insights-content", hidden: true });
  #state = new PageState();
  #empty = h("div", { class: "insights-empty card", hidden: true });
  #off = h("p", { class: "banner", hidden: true },
    "Insights are off (", h("code", {}, "insights: false"), " in the app file). Older figures follow.");

  connectedCallback() {
    this.#queries = new Ranking({
      title: "Most frequent searches", empty: "No searches in this period.",
      note: "Counted after 2 s without typing, a filter or a click.",
      weight: ({ searches }) => searches, href: ({ query }) => this.#linkTo(query),
      columns: [
        { title: "Text", cell: ({ query }) => queryWords(query) }, { title: "Searches", cell: ({ searches }) => number(searches) },
        { title: "Results", hint: "On average", cell: ({ averageResults }) => decimal(averageResults) },
        { title: "Clicked", hint: "Searches with a click", cell: ({ clickThroughRate }) => share(clickThroughRate) },
        { title: "Position", hint: "Of the results that were opened, on average", cell: ({ averageClickPosition }) => decimal(averageClickPosition) },
        { title: "Converted", hint: "Searches with a conversion", cell: ({ conversionRate }) => share(conversionRate) },
      ],
    });
    this.#withoutResults = new Ranking({
      title: "Searches without results", empty: "Every search had results.",
      note: "Candidates for synonyms, missing records or filters that are too strict.",
      weight: ({ empty }) => empty, href: ({ query }) => this.#linkTo(query),
      columns: [
        { title: "Text", cell: ({ query }) => queryWords(query) }, { title: "Times", cell: ({ empty }) => number(empty) },
        { title: "With filters", cell: ({ emptyRefined }) => number(emptyRefined) },
      ],
    });
    this.#refinements = new Ranking({
      title: "Filters used", empty: "No filters in this period.", weight: ({ used }) => used,
      columns: [
        { title: "Value", cell: ({ attribute: name, value }) => name === null ? "Other filters" : value },
        { title: "Attribute", cell: ({ attribute: name }) => name === null ? "" : attributeTitle(name) },
        { title: "Used", cell: ({ used }) => number(used) },
      ],
    });
    this.#viewed = new Ranking({
      title: "Filters seen", empty: "", note: "As reported by Algolia's clients, in events of type view.", weight: ({ views }) => views,
      columns: [
        { title: "Value", cell: ({ attribute: name, value }) => name === null ? "Other filters" : value },
        { title: "Attribute", cell: ({ attribute: name }) => name === null ? "" : attributeTitle(name) },
        { title: "Seen", cell: ({ views }) => number(views) },
      ],
    });
    this.#content.append(
      h("div", { class: "tiles" }, this.#tile("searches", "Searches"), this.#tile("sessions", "Sessions"),
        this.#tile("empty", "Without results"), this.#tile("clicked", "Clicked"), this.#tile("converted", "Converted"),
        this.#tile("views", "Results seen"), this.#tile("latency", "Search latency")),
      h("div", { class: "charts" },
        chart("Searches over time", this.#searches,
          h("p", { class: "legend" }, h("span", { class: "is-whole" }, "searches"), h("span", { class: "is-part" }, "without results"))),
        chart("Search latency (bus)", this.#latency,
          h("p", {}, "From intent to first results, in milliseconds."))),
      this.#queries.element, h("div", { class: "rankings" }, this.#withoutResults.element, this.#refinements.element,
        this.#viewed.element));
    this.append(
      h("header", { class: "insights-head" }, h("h1", { class: "page-title" }, "Insights"),
        h("a", { class: "insights-more", href: this.context.router.link("replay", this.context.session.id) }, "Compare settings →"),
        h("div", { class: "span-choices", role: "group", "aria-label": "Time" }, this.#spanButtons)),
      this.#failure, this.#off, this.#state.element, this.#empty, this.#content);
    this.#state.loading();
    this.#run();
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.#asked?.abort();
  }

  #tile(name, label) {
    this.#tiles[name] = { value: h("dd", { class: "tile-value" }), note: h("dd", { class: "tile-note" }) };
    return h("dl", { class: "tile card", data: { tile: name } }, h("dt", {}, label), this.#tiles[name].value, this.#tiles[name].note);
  }

  /** A search for the text, in a session of its own. */
  #linkTo(query) {
    return query ? `?${new URLSearchParams({ q: query })}#/search` : null;
  }

  #choose(days) {
    this.#days = days;
    for (const element of this.#spanButtons) attribute(element, "aria-pressed", String(Number(element.dataset.days) === days));
    this.#ask();
  }

  async #run() {
    const { signal } = this.#gone;
    while (!signal.aborted) {
      if (!document.hidden) await this.#ask();
      await pause(interval, signal);
    }
  }

  async #ask() {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const answer = await this.context.api.insights({ days: this.#days, limit: rows }, asked.signal);
      if (asked === this.#asked && !this.#gone.signal.aborted) this.#show(answer);
    } catch (problem) {
      if (asked.signal.aborted || this.#gone.signal.aborted) return;
      if (this.#state.shown !== "none") return this.#state.failed(problem);
      text(this.#failure, `No figures: ${problem.message}. The figures shown are older.`);
      attribute(this.#failure, "hidden", false);
    }
  }

  #show({ counting, report }) {
    attribute(this.#failure, "hidden", true);
    this.#state.clear();
    const isEmpty = report === null || (report.totals.searches === 0 && report.refinements.length === 0);
    attribute(this.#off, "hidden", counting || isEmpty);
    attribute(this.#content, "hidden", isEmpty);
    attribute(this.#empty, "hidden", !isEmpty);
    if (isEmpty) this.#showEmpty(counting, report);
    else this.#fill(report);
  }

  #showEmpty(counting, report) {
    const key = counting ? `${report === null} ${this.#days}` : "off";
    if (this.#empty.dataset.key === key) return;
    this.#empty.dataset.key = key;
    const { router, session } = this.context;
    this.#empty.replaceChildren(icon("search"), ...(counting ? [
      h("h2", {}, this.#days === 1 ? "No searches today" : "No searches yet"),
      h("p", {}, "Search for a text and wait two seconds, or open a result: it appears here a second later."),
      h("a", { class: "button", href: router.link("search", session.id) }, "Go to the search"),
      h("p", {}, "Clicks and conversions of your own pages: the intents ", h("code", {}, "report-click"), " and ",
        h("code", {}, "report-conversion"), ", or Algolia's ", h("code", {}, "POST /1/events"), "."),
    ] : [
      h("h2", {}, "Insights are off"),
      h("p", {}, "The app file has ", h("code", {}, "insights: false"), ". Remove that line to count searches."),
    ]));
  }

  #fill({ totals, queries, queryCount, withoutResults, refinements, viewedFilters, latency, timeline, interval: step }) {
    this.#tell("searches", number(totals.searches), `for ${count(queryCount, "text")}`);
    this.#tell("sessions", number(totals.sessions), totals.sessions > 0 ? `${averageOf(totals)} each` : "");
    this.#tell("empty", share(totals.emptyRate), count(totals.empty, "search", "searches"));
    this.#tell("clicked", share(totals.clickThroughRate),
      totals.clicks > 0 ? `${count(totals.clicks, "click")}, position ${decimal(totals.averageClickPosition)}` : "no clicks yet");
    this.#tell("converted", share(totals.conversionRate), count(totals.conversions, "conversion"));
    // Few pages tell what was seen.
    attribute(this.#tiles.views.value.parentElement, "hidden", totals.views + totals.filterViews === 0);
    this.#tell("views", number(totals.views), totals.filterViews > 0 ? `${count(totals.filterViews, "filter")} seen` : "");
    attribute(this.#viewed.element, "hidden", viewedFilters.length === 0);
    this.#viewed.show(viewedFilters);
    this.#tell("latency", latency.answers > 0 ? `≤ ${span(latency.p50)}` : "–",
      latency.answers > 0 ? `p50; p99 ≤ ${span(latency.p99)}` : "no response was timed");
    this.#searches.show(timeline.map((bar) => ({
      label: moment(bar.time, step, true), value: bar.searches, part: bar.empty,
      words: `${moment(bar.time, step)}: ${count(bar.searches, "search", "searches")}, ${number(bar.empty)} without results, `
        + `${count(bar.sessions, "session")}, ${count(bar.clicks, "click")}`,
    })), "Hover over a column, or use ← and →.");
    this.#latency.show(latencyBars(latency), latency.answers > 0
      ? `${count(latency.answers, "answer")}: p50 ${span(latency.p50)}, p90 ${span(latency.p90)}, p99 ${span(latency.p99)}.`
      : "No response was timed.");
    this.#queries.show(queries);
    this.#withoutResults.show(withoutResults);
    this.#refinements.show(refinements);
  }

  #tell(name, value, note) {
    text(this.#tiles[name].value, value);
    text(this.#tiles[name].note, note);
  }
}

function chart(title, { element }, note) {
  return h("section", { class: "chart-card card", "aria-label": title }, h("header", {}, h("h2", {}, title), note), element);
}

/** The spans that anything lies in, and those between. */
function latencyBars({ buckets }) {
  const used = buckets.map(({ answers }, index) => answers > 0 ? index : -1).filter((index) => index >= 0);
  const first = Math.max(0, Math.min(...used, buckets.length - 8) - 1);
  const last = Math.min(buckets.length - 1, Math.max(first + 7, ...used, 0));
  return buckets.slice(first, last + 1).map(({ upTo, answers }, index) => {
    const from = buckets[first + index - 1]?.upTo ?? 0;
    const words = upTo === null ? "more than 5 s" : `${from} to ${upTo} ms`;
    return { label: upTo === null ? "> 5 s" : `≤ ${upTo}`, value: answers, words: `${words}: ${count(answers, "answer")}` };
  });
}

/** How many searches a session has on average, in words. */
function averageOf({ searches, sessions }) {
  const average = decimal(searches / sessions);
  return `${average} ${average === decimal(1) ? "search" : "searches"}`;
}

customElements.define("insights-page", InsightsPage);
