// SPDX-License-Identifier: MIT

import { shortType, topicParts } from "./bus-event.js";
import { iconButton } from "./buttons.js";
import { attribute, h } from "./dom.js";
import { jsonView } from "./json-view.js";
import { measurementOf } from "./latency.js";
import { roving } from "./roving.js";
import { waterfall } from "./waterfall.js";

const traceLimit = 1_000;

/** The pane beside the list of events: the waterfall of what an event belongs to, and the event itself as JSON. */
export class EventDetail {
  #api;
  #closed;
  #entry = null;
  #correlation = null;
  #asked = new AbortController();
  #title = h("h2", { class: "detail-title" });
  #tabs = {
    trace: this.#tab("trace", "Waterfall"),
    event: this.#tab("event", "Event"),
  };
  #body = h("div", { class: "detail-body", role: "tabpanel", tabindex: "-1" });
  #picked = h("div", { class: "detail-picked" });
  #pickedID = null;

  /** `closed()` is called when the person closes the pane. */
  constructor(api, closed) {
    this.#api = api;
    this.#closed = closed;
    const tabs = h("div", { class: "tabs", role: "tablist" }, Object.values(this.#tabs));
    roving(tabs, "button", { described: null });
    this.element = h("section", { class: "detail card", "aria-label": "Event", hidden: true },
      h("header", { class: "detail-head" }, this.#title,
        tabs,
        iconButton("refresh", "Read the trace again", "refresh-trace", () => this.#drawTrace()),
        iconButton("close", "Close", "close-detail", () => this.close())),
      this.#body);
  }

  /** The trace that is open, or null. */
  get correlation() {
    return this.element.hidden ? null : this.#correlation;
  }

  /** Opens an event: an intent as the waterfall it started, others as what they are. */
  open(entry) {
    this.#entry = entry;
    this.#correlation = entry.event.correlationid ?? entry.event.id;
    this.#show(shortType(entry.event), topicParts(entry.topic).kind === "intent" ? "trace" : "event");
  }

  /** Opens a trace known only by the id of the intent that began it. */
  openTrace(correlation) {
    this.#entry = null;
    this.#correlation = correlation;
    this.#show("Trace", "trace");
  }

  close() {
    this.#asked.abort();
    this.#setOpen(false);
    this.#closed();
  }

  /** Beside an open event the list has less room. */
  #setOpen(isOpen) {
    this.element.hidden = !isOpen;
    this.element.parentElement?.classList.toggle("is-divided", isOpen);
  }

  #tab(name, words) {
    const click = () => this.#choose(name);
    return h("button", { type: "button", role: "tab", id: `tab-${name}`, on: { click } }, words);
  }

  #show(title, tab) {
    this.#title.textContent = title;
    this.#pickedID = null;
    this.#setOpen(true);
    attribute(this.#tabs.event, "hidden", this.#entry === null);
    this.#choose(tab);
  }

  #choose(tab) {
    for (const [name, button] of Object.entries(this.#tabs)) attribute(button, "aria-selected", String(name === tab));
    attribute(this.#body, "aria-labelledby", `tab-${tab}`);
    this.#asked.abort();
    if (tab === "trace") {
      this.#body.replaceChildren(h("p", { class: "trace-note is-waiting", role: "status" }, "Reading the log…"));
      this.#drawTrace();
    } else this.#body.replaceChildren(facts(this.#entry), jsonView(this.#entry.event));
  }

  async #drawTrace() {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    attribute(this.#tabs.trace, "aria-selected", "true");
    attribute(this.#tabs.event, "aria-selected", "false");
    try {
      const { events } = await this.#api.chain({ intent: this.#correlation, limit: traceLimit }, signal);
      // What a person has picked stays picked when the trace is read again.
      if (!events.some(({ event }) => event.id === this.#pickedID)) this.#picked.replaceChildren();
      const hadFocus = this.#body.contains(document.activeElement);
      this.#body.replaceChildren(waterfall(events, {
        open: (step) => this.#pick(step), picked: this.#pickedID, measured: measurementOf(this.#correlation) ?? null,
      }), this.#picked);
      if (hadFocus) (this.#body.querySelector("[aria-current]") ?? this.#body).focus();
    } catch (problem) {
      if (!signal.aborted) this.#body.replaceChildren(h("p", { class: "trace-note", role: "alert" }, problem.message));
    }
  }

  /** One row of the waterfall, as JSON below it. */
  #pick({ topic, event }) {
    this.#pickedID = event.id;
    this.#picked.replaceChildren(facts({ topic, event }), jsonView(event));
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    this.#picked.scrollIntoView({ block: "nearest", behavior });
  }
}

function facts({ topic, event }) {
  return h("dl", { class: "facts" },
    [["Topic", topic], ["From", event.source], ["Time", event.time]].map(([name, value]) => [
      h("dt", {}, name), h("dd", {}, value),
    ]).flat());
}
