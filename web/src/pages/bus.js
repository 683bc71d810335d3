// SPDX-License-Identifier: MIT

import { kindHue, shortType, summary, topicParts } from "../bus-event.js";
import { button, iconButton } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { EventFeed } from "../event-feed.js";
import { bytes, clock, milliseconds, number } from "../format.js";
import { Actions } from "../inspector/actions.js";
import { parseFilter } from "../inspector/filter.js";
import { Overview } from "../inspector/overview.js";
import { PastScreen } from "../inspector/past-screen.js";
import { intentOf, payload } from "../inspector/payload.js";
import { Pipeline } from "../inspector/pipeline.js";
import { StepList } from "../inspector/step-list.js";
import { viewChanges } from "../inspector/view-changes.js";
import { PageState } from "../page-state.js";
import { roving } from "../roving.js";
import { StatusPoll } from "../status-poll.js";
import { isTyping } from "../typing.js";
import { VirtualList } from "../virtual-list.js";

const rowHeight = 2.125;
const pause = 120;
const tabs = { waterfall: "Waterfall", changes: "What changed", screen: "Screen" };
// The kinds of events that belong to a session.
const topics = ["intent/", "outcome/", "filters/", "request/", "results/", "view/", "state/"];

/**
 * `<bus-page>`: what a session's users did, one row each; for the chosen action its way through the processes, its events with
 * their data, what they changed, and the screen at that moment. The address holds action, tab and filter.
 *
 * With the attribute `docked` it is a panel below another page, and keeps these to itself. The event `close` asks to remove it.
 */
export class BusPage extends HTMLElement {
  static title = "Bus";
  #gone = new AbortController();
  #feed = null;
  #poll = null;
  #grouping = new Actions();
  /** Action, tab and filter of a panel. */
  #own = new URLSearchParams();
  #actions = [];
  #shown = [];
  #chosen = null;
  #picked = null;
  #pinned = null;
  #types = new Map();
  #tab = "waterfall";
  #filter = parseFilter("");
  #isStopped = false;
  #frame = 0;
  #timer = 0;
  #state = new PageState();
  #count = h("p", { class: "bus-count", role: "status" });
  #problem = h("p", { class: "bus-problem", role: "alert", hidden: true });
  #box = h("input", {
    type: "search", class: "bus-filter", name: "filter", spellcheck: "false", autocomplete: "off", "aria-label": "Filter",
    placeholder: "kind:view component:hits -kind:state query:boots >5ms >4kb",
    on: { input: () => this.#later(() => this.#setFilter(this.#box.value)) },
  });
  #stop = button("Pause", () => this.#toggle(), { "aria-pressed": "false", data: { action: "pause" } });
  #older = button("Load older", () => this.#loadOlder());
  #pipeline = new Pipeline((process) => this.#filterBy(`process:${process}`));
  #overview = new Overview((action) => this.#choose(action));
  #steps = new StepList((entry) => this.#pick(entry));
  #past;
  #list;
  #title = h("h2", { class: "detail-title" });
  #tabButtons = Object.fromEntries(Object.entries(tabs).map(([name, words]) => [name, h("button", {
    type: "button", role: "tab", id: `bus-tab-${name}`, on: { click: () => this.#openTab(name) },
  }, words)]));
  #again = button("Send again", () => this.#sendAgain());
  #body = h("div", { class: "detail-body", role: "tabpanel", tabindex: "-1" });
  #event = h("div", { class: "bus-event" });
  #detail;

  connectedCallback() {
    const { api, router, session } = this.context;
    this.#list = new VirtualList({
      label: "Actions, newest first", rowHeight, key: ({ id }) => id, make: makeRow, fill: (row, action) => this.#fillRow(row, action),
      open: (action) => this.#choose(action),
    });
    this.#past = new PastScreen(this.context, (action) => this.#choose(action));
    const tabList = h("div", { class: "tabs", role: "tablist" }, Object.values(this.#tabButtons));
    roving(tabList, "button", { described: null });
    this.#detail = h("section", { class: "detail card", "aria-label": "Action", hidden: true },
      h("header", { class: "detail-head" }, this.#title, tabList, this.#again,
        iconButton("close", "Close", "close-detail", () => this.#choose(null))),
      this.#body);
    this.append(
      h("header", { class: "bus-head" }, h(this.isDocked ? "h2" : "h1", { class: "page-title" }, "Bus"), this.#box, this.#count, this.#stop,
        button("Export", () => this.#export()),
        this.isDocked ? iconButton("close", "Close the inspector", "close-dock", () => this.dispatchEvent(new Event("close"))) : null),
      this.#problem, this.#pipeline.element, this.#overview.element, this.#state.element,
      h("div", { class: "bus-columns" },
        h("div", { class: "feed card" }, rowHead(), this.#list.element, h("div", { class: "feed-foot" }, this.#older)),
        this.#detail));
    const { signal } = this.#gone;
    router.addEventListener("change", () => this.#followAddress(), { signal });
    document.addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#state.loading();
    this.#feed = new EventFeed(api, { topics, session: session.id }, () => this.#schedule());
    // Without them data is shown as it is.
    api.schemas(signal).then(({ types }) => { this.#types = new Map(types.map((type) => [type.type, type])); }, () => {});
    this.#poll = new StatusPoll(api, { answered: (status) => this.#pipeline.showStatus(status), failed: () => {} });
    this.#followAddress();
  }

  /** Whether it is a panel below another page. */
  get isDocked() {
    return this.hasAttribute("docked");
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.#feed?.close();
    this.#poll?.stop();
    this.#past?.close();
    this.#list?.resizing.disconnect();
  }

  // MARK: What is shown

  #schedule() {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    if (!this.#isStopped) this.#actions = this.#grouping.of(this.#feed.events);
    this.#shown = this.#filter.isEmpty ? this.#actions
      : this.#actions.filter(({ steps }) => steps.some((step) => this.#filter.holds(step, step.to - step.from)));
    this.#list.show(this.#shown);
    this.#overview.show(this.#shown, this.#chosen?.id ?? null);
    // Without a choice the last action is shown on its way.
    if (this.#chosen === null) this.#pipeline.showAction(this.#actions[0] ?? null);
    this.#showState();
    this.#showCount();
    const { more, trimmed, isFull } = this.#feed;
    this.#older.disabled = !more || isFull || this.#isStopped;
    text(this.#older, isFull ? "The latest 2,000 events are loaded" : more ? "Load older" : trimmed ? "Older events have been deleted (retention)" : "Start of the log");
    this.#followAddress();
  }

  /** What there is instead of rows: loading, no connection, nothing yet, or nothing that the filter lets pass. */
  #showState() {
    if (this.#feed.problem) return this.#state.failed(this.#feed.problem);
    if (!this.#feed.isLoaded) return;
    if (this.#shown.length > 0) return this.#state.clear();
    if (this.#filter.isEmpty) return this.#state.empty(h("p", {}, "Nothing has happened in this session yet. Use the search page: each step appears here."));
    this.#state.empty(h("p", {}, `No loaded event passes the filter “${this.#box.value}”.`),
      this.#feed.more && !this.#feed.isFull ? button("Load older events", () => this.#loadOlder()) : null);
  }

  #showCount() {
    const events = this.#shown.reduce((sum, { entries }) => sum + entries.length, 0);
    const size = this.#shown.reduce((sum, action) => sum + action.bytes, 0);
    const state = this.#isStopped ? "paused" : this.#feed.connected ? "live" : "connecting…";
    text(this.#count, `${number(this.#shown.length)} ${this.#shown.length === 1 ? "action" : "actions"} · ${number(events)} events · ${bytes(size)} · ${state}`);
  }

  #fillRow(row, action) {
    const { cells } = row;
    const { event, topic } = action.root;
    const { kind, component } = topicParts(topic);
    row.dataset.action = action.id;
    text(cells.time, clock(event.time));
    text(cells.what, shortType(event));
    text(cells.component, kind === "intent" ? component : `${kind}/${component}`);
    text(cells.words, summary(event));
    text(cells.outcome, ["applied", null].includes(action.outcome) ? "" : action.outcome);
    text(cells.count, number(action.entries.length));
    text(cells.size, bytes(action.bytes));
    text(cells.took, milliseconds(action.total));
    const scale = Math.max(...this.#shown.map(({ total }) => total), 1);
    cells.mini.replaceChildren(...action.steps.map((step) => h("i", {
      style: { "--from": String(step.from / scale), "--to": String(step.to / scale), "--kind": kindHue(step.kind) },
    })));
  }

  // MARK: The chosen action

  #choose(action) {
    this.#go({ action: action?.id, tab: action && this.#tab !== "waterfall" ? this.#tab : null, filter: this.#box.value });
    this.#followAddress();
  }

  get #parameters() {
    return this.isDocked ? this.#own : this.context.router.parameters;
  }

  #go(parameters) {
    const { router, session } = this.context;
    if (this.isDocked) this.#own = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
    else router.go(router.link("bus", session.id, parameters), { replace: true });
  }

  /** Brings action, tab and filter in line with the address. */
  #followAddress() {
    if ((!this.isDocked && this.context.router.page !== "bus") || this.#feed === null) return;
    const parameters = this.#parameters;
    const filter = parameters.get("filter") ?? "";
    if (filter !== this.#box.value && document.activeElement !== this.#box) {
      this.#box.value = filter;
      this.#setFilter(filter);
    }
    const id = parameters.get("action");
    const action = this.#actions.find((each) => each.id === id || each.entries.some(({ event }) => event.id === id)) ?? null;
    const tab = Object.hasOwn(tabs, parameters.get("tab") ?? "") ? parameters.get("tab") : "waterfall";
    if (action === this.#chosen && tab === this.#tab) return;
    const isOther = action?.id !== this.#chosen?.id;
    this.#chosen = action;
    this.#tab = tab;
    this.#list.select(action?.id ?? null);
    this.#overview.show(this.#shown, action?.id ?? null);
    this.#pipeline.showAction(action ?? this.#actions[0] ?? null);
    attribute(this.#detail, "hidden", action === null);
    this.classList.toggle("has-detail", action !== null);
    if (action === null) return;
    if (isOther) this.#picked = action.root;
    this.#drawDetail();
  }

  #openTab(tab) {
    this.#tab = tab;
    const chosen = this.#chosen;
    this.#chosen = null;
    this.#choose(chosen);
  }

  #drawDetail() {
    const action = this.#chosen;
    const words = summary(action.root.event);
    text(this.#title, `${shortType(action.root.event)} ${words}`.trim());
    attribute(this.#again, "hidden", topicParts(action.root.topic).kind !== "intent" || this.context.session.isReadOnly === true);
    for (const [name, element] of Object.entries(this.#tabButtons)) attribute(element, "aria-selected", String(name === this.#tab));
    attribute(this.#body, "aria-labelledby", `bus-tab-${this.#tab}`);
    if (this.#tab !== "screen") this.#past.close();
    if (this.#tab === "changes") {
      this.#body.replaceChildren(viewChanges(action, this.#feed.events));
    } else if (this.#tab === "screen") {
      if (!this.#past.element.isConnected) this.#body.replaceChildren(this.#past.element);
      this.#past.show(action, this.#actions);
    } else {
      this.#steps.show(action, this.#filter, this.#picked?.event.id);
      this.#body.replaceChildren(this.#steps.element, this.#event);
      this.#drawEvent();
    }
  }

  #pick(entry) {
    this.#picked = entry;
    this.#steps.pick(entry.event.id);
    this.#drawEvent();
    this.#event.scrollIntoView({ block: "nearest" });
  }

  #drawEvent() {
    this.#event.replaceChildren(payload(this.#picked, {
      copy: (value, what) => this.#copy(value, what), link: () => this.#link(), schema: this.#schemaOf(this.#picked),
      pinned: this.#pinned, pin: (entry) => { this.#pinned = entry; this.#drawEvent(); },
    }));
  }

  /** The address of the chosen action, also from a panel. */
  #link() {
    const { router, session } = this.context;
    return `${location.origin}/${router.link("bus", session.id, { action: this.#picked.event.id })}`;
  }

  /** What a widget's type declares of its intents and views; null for what is not known. */
  #schemaOf({ topic, event }) {
    const { kind, component } = topicParts(topic);
    const widget = this.context.app.widgets.find(({ name }) => name === component);
    const type = this.#types.get(widget?.type);
    if (kind === "view") return type?.view ?? null;
    return kind === "intent" ? type?.intents?.[shortType(event)]?.data ?? null : null;
  }

  async #copy(value, what) {
    const { announce } = this.context;
    try {
      await navigator.clipboard.writeText(value);
      announce(`${what} copied`);
    } catch {
      announce(`${what} could not be copied: the browser permits it only on secure pages.`);
    }
  }

  async #sendAgain() {
    const { session, announce } = this.context;
    const { to, type, data } = intentOf(this.#chosen.root);
    try {
      await session.send({ to, type, data });
      announce("Sent again");
    } catch (problem) {
      announce(problem.message);
    }
  }

  // MARK: Filter, pause, older events, export

  #setFilter(source) {
    this.#filter = parseFilter(source);
    text(this.#problem, this.#filter.problem ?? "");
    attribute(this.#problem, "hidden", this.#filter.problem === null);
    if (this.#chosen && this.#tab === "waterfall") this.#steps.show(this.#chosen, this.#filter, this.#picked?.event.id);
    const { session: _, ...parameters } = Object.fromEntries(this.#parameters);
    this.#go({ ...parameters, filter: source });
    this.#schedule();
  }

  #filterBy(term) {
    this.#box.value = this.#box.value.includes(term) ? this.#box.value.replace(term, "").trim() : `${this.#box.value} ${term}`.trim();
    this.#setFilter(this.#box.value);
  }

  #later(action) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, pause);
  }

  #toggle() {
    this.#isStopped = !this.#isStopped;
    attribute(this.#stop, "aria-pressed", String(this.#isStopped));
    text(this.#stop, this.#isStopped ? "Resume" : "Pause");
    this.#schedule();
  }

  #loadOlder() {
    this.#feed.loadOlder().catch((problem) => this.context.announce(problem.message));
  }

  /** The shown actions as a file: a line with topic and event for each, oldest first. */
  #export() {
    const entries = this.#shown.toReversed().flatMap((action) => action.entries);
    const lines = entries.map(({ topic, event }) => `${JSON.stringify({ topic, event })}\n`);
    const address = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
    h("a", { href: address, download: `${this.context.session.id}.ndjson` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** `/` to the filter, `j` and `k` through the actions, `p` pauses, Escape closes. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (this.isDocked && !this.contains(event.target)) return;
    const at = this.#shown.findIndex(({ id }) => id === this.#chosen?.id);
    const commands = {
      "/": () => this.#box.focus(), "p": () => this.#toggle(), "Escape": () => this.#choose(null),
      "j": () => this.#choose(this.#shown[Math.min(at + 1, this.#shown.length - 1)] ?? null),
      "k": () => this.#choose(this.#shown[Math.max(at - 1, 0)] ?? null),
    };
    if (!Object.hasOwn(commands, event.key)) return;
    event.preventDefault();
    commands[event.key]();
  }
}

function makeRow() {
  const cells = Object.fromEntries(["time", "what", "component", "words", "outcome", "count", "size", "took", "mini"]
    .map((name) => [name, h("span", { class: `action-${name}` })]));
  attribute(cells.words, "dir", "auto");
  const { time, what, component, words, outcome, ...rest } = cells;
  const row = h("div", { class: "action-row" }, time, h("span", { class: "action-name" }, what, " ", component, " ", words, " ", outcome), Object.values(rest));
  row.cells = cells;
  return row;
}

/** What the columns are; for the eye: each row says in itself what it says. */
function rowHead() {
  return h("div", { class: "action-row action-head", "aria-hidden": "true" },
    ["Time", "Action", "Events", "Size", "Took", ""].map((words) => h("span", {}, words)));
}

customElements.define("bus-page", BusPage);
