// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { h, text } from "../dom.js";
import { EventDetail } from "../event-detail.js";
import { EventFeed } from "../event-feed.js";
import { EventFilters } from "../event-filters.js";
import { fillEventRow, makeEventHead, makeEventRow } from "../event-row.js";
import { number } from "../format.js";
import { VirtualList } from "../virtual-list.js";

// In units of the text's size. On narrow screens a row has two lines.
const rowHeights = { wide: 2.125, narrow: 3.25 };
const narrow = matchMedia("(max-width: 53.75em)");

/** `<events-page>`: the live bus, newest first, with what one event caused beside it. */
export class EventsPage extends HTMLElement {
  static title = "Events";
  #gone = new AbortController();
  #feed = null;
  #filters;
  #detail;
  #list;
  #frame = 0;
  #frozen = null;
  #status = h("p", { class: "feed-status" });
  #older = button("Load older", () => this.#loadOlder());

  connectedCallback() {
    const { api, router, session } = this.context;
    this.#filters = new EventFilters({
      reload: () => this.#follow(), refine: () => this.#schedule(), pause: (paused) => this.#pause(paused),
    });
    this.#detail = new EventDetail(api, () => this.#noteTrace());
    this.#list = new VirtualList({
      label: "Events, newest first", rowHeight: rowHeights.wide, key: ({ event }) => event.id, make: makeEventRow, fill: fillEventRow,
      open: (entry) => { this.#detail.open(entry); this.#noteTrace(); },
    });
    this.append(
      h("div", { class: "events-head" }, h("h1", { class: "page-title" }, "Events"), this.#status),
      this.#filters.element,
      h("div", { class: "events-columns" },
        h("div", { class: "feed card" }, makeEventHead(), this.#list.element, h("div", { class: "feed-foot" }, this.#older)),
        this.#detail.element));
    router.addEventListener("change", () => this.#openTraceOfURL(), { signal: this.#gone.signal });
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !this.#detail.element.hidden) this.#detail.close();
    });
    narrow.addEventListener("change", () => this.#fit(), { signal: this.#gone.signal });
    this.#fit();
    this.#openTraceOfURL();
    this.#filters.nameSession(session.id);
    this.#follow();
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.#feed?.close();
    this.#list.resizing.disconnect();
  }

  #fit() {
    this.#list.rowHeight = narrow.matches ? rowHeights.narrow : rowHeights.wide;
  }

  /** Starts over with what the filters ask of the server: session and kinds. */
  #follow() {
    this.#feed?.close();
    const { api, session } = this.context;
    const query = {
      topics: this.#filters.kinds.map((kind) => `${kind}/`),
      session: this.#filters.everySession ? undefined : session.id,
    };
    // Whose an event is need not be said where all are of one.
    this.classList.toggle("is-every-session", this.#filters.everySession);
    this.#feed = new EventFeed(api, query, () => this.#schedule());
    if (this.#frozen) this.#frozen = this.#feed.events;
    this.#schedule();
  }

  /** A paused list keeps what it shows; the feed continues behind it. */
  #pause(paused) {
    this.#frozen = paused ? [...this.#feed.events] : null;
    this.#schedule();
  }

  #schedule() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const events = this.#frozen ?? this.#feed.events;
    this.#filters.offerComponents(this.#feed.events);
    const shown = events.filter((entry) => this.#filters.lets(entry)).reverse();
    this.#list.show(shown);
    const { more, trimmed, isFull } = this.#feed;
    this.#older.disabled = !more || isFull || this.#frozen !== null;
    text(this.#older, this.#feed.isLoaded ? olderWords({ more, trimmed, isFull }) : "");
    text(this.#status, this.#words(shown.length, events));
  }

  #words(shown, events) {
    const all = number(events.length);
    const count = shown === events.length ? `${all} events` : `${number(shown)} of ${all} events`;
    if (this.#frozen) {
      const last = this.#frozen.at(-1)?.event.sequence ?? "";
      const waiting = this.#feed.events.filter(({ event }) => event.sequence > last).length;
      return `${count} · paused, ${number(waiting)} new`;
    }
    if (this.#feed.problem) return `${this.#feed.problem.message}; trying again…`;
    if (!this.#feed.isLoaded) return "Loading…";
    return `${count} · ${this.#feed.connected ? "live" : "connecting…"}`;
  }

  /** A failure leaves the button as it is, to be pressed again. */
  #loadOlder() {
    this.#feed.loadOlder().catch((problem) => this.context.announce(problem.message));
  }

  #openTraceOfURL() {
    const wanted = this.context.router.parameters.get("trace");
    if (wanted && wanted !== this.#detail.correlation) this.#detail.openTrace(wanted);
  }

  /** The open trace is part of the address, so that it can be shared. */
  #noteTrace() {
    const { router, session } = this.context;
    router.go(router.link("events", session.id, { trace: this.#detail.correlation }), { replace: true });
    this.classList.toggle("has-detail", this.#detail.correlation !== null);
  }
}

function olderWords({ more, trimmed, isFull }) {
  if (isFull) return "The last 2,000 are shown; narrow the filters for older ones";
  if (more) return "Load older";
  return trimmed ? "Older events are no longer on the log" : "This is the beginning";
}

customElements.define("events-page", EventsPage);
