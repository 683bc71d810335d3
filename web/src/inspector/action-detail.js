// SPDX-License-Identifier: MIT

import { shortType, summary, topicParts } from "../bus-event.js";
import { button, iconButton } from "../buttons.js";
import { copyText } from "../copy-text.js";
import { attribute, h, text } from "../dom.js";
import { PageState } from "../page-state.js";
import { roving } from "../roving.js";
import { sessionOf } from "./actions.js";
import { HitRanking } from "./hit-ranking.js";
import { intentOf } from "./intent-texts.js";
import { payload } from "./payload.js";
import { StepList } from "./step-list.js";
import { viewChanges } from "./view-changes.js";

/** What the tabs are called, by their names in the address. The first one is shown by default; `screen` is of the console only. */
export const tabs = { waterfall: "Waterfall", changes: "What changed", ranking: "Ranking", screen: "Screen" };

/** The chosen action: its events with their data, what they changed, and the screen of that moment. */
export class ActionDetail {
  #context;
  #link;
  #action = null;
  #picked = null;
  #pinned = null;
  #types = new Map();
  #steps = new StepList((entry) => this.#pick(entry));
  #past;
  #ranking;
  #title = h("h2", { class: "detail-title" });
  #tabs;
  #again = button("Send again", () => this.#sendAgain());
  #elsewhere = h("a", { class: "button" }, "Open its session");
  #body = h("div", { class: "detail-body", role: "tabpanel", tabindex: "-1" });
  #event = h("div", { class: "bus-event" });
  #state = new PageState();

  /**
   * `context` is the page's, until `signal` aborts; without its `PastScreen` there is no tab for that. `link(event, session)` is the address
   * of an event's action; `close()`, `tab(name)` and `choose(action)` are called for what a person chooses.
   */
  constructor(context, signal, { link, close, tab, choose }) {
    this.#context = context;
    this.#link = link;
    const { access, api, PastScreen } = context;
    this.#past = PastScreen ? new PastScreen(context, choose) : null;
    this.#ranking = new HitRanking(api);
    const isOffered = { ranking: access.isWide, screen: this.#past !== null };
    const offered = Object.entries(tabs).filter(([name]) => isOffered[name] ?? true);
    this.#tabs = Object.fromEntries(offered.map(([name, words]) => [name, h("button", {
      type: "button", role: "tab", id: `bus-tab-${name}`, on: { click: () => tab(name) },
    }, words)]));
    const list = h("div", { class: "tabs", role: "tablist" }, Object.values(this.#tabs));
    roving(list, "button", { described: null });
    this.element = h("section", { class: "detail card", "aria-label": "Action", hidden: true },
      h("header", { class: "detail-head" }, this.#title, list, this.#elsewhere, this.#again, iconButton("close", "Close", "close-detail", close)),
      this.#body);
    // Without them data is shown as it is.
    context.api.schemas(signal).then(({ types }) => { this.#types = new Map(types.map((type) => [type.type, type])); }, () => {});
  }

  close() {
    this.#past?.close();
    this.#ranking.close();
  }

  hide() {
    this.#action = null;
    this.close();
    attribute(this.element, "hidden", true);
  }

  /** Shows an action; `entries` and `actions` are all that are loaded, and events that the filter does not let pass are faint. */
  show(action, { tab, picked, filter, entries, actions }) {
    const isOther = action.id !== this.#action?.id;
    this.#action = action;
    if (isOther) this.#picked = action.entries.find(({ event }) => event.id === picked) ?? action.root;
    this.#open(`${shortType(action.root.event)} ${summary(action.root.event)}`.trim(), tab);
    const session = sessionOf(action);
    const isOwn = session === this.#context.session.id;
    attribute(this.#again, "hidden", topicParts(action.root.topic).kind !== "intent" || !isOwn || this.#context.session.isReadOnly === true);
    attribute(this.#elsewhere, "hidden", isOwn || session === "");
    attribute(this.#elsewhere, "href", this.#link(action.root.event, session));
    if (tab !== "screen") this.#past?.close();
    if (tab !== "ranking") this.#ranking.close();
    if (tab === "changes") {
      this.#body.replaceChildren(viewChanges(action, entries));
    } else if (tab === "ranking") {
      if (!this.#ranking.element.isConnected) this.#body.replaceChildren(this.#ranking.element);
      this.#ranking.show(action, this.#picked);
    } else if (tab === "screen" && session === "") {
      this.#body.replaceChildren(h("p", { class: "trace-note" }, "This event belongs to no session, so there is no screen."));
    } else if (tab === "screen") {
      if (!this.#past.element.isConnected) this.#body.replaceChildren(this.#past.element);
      this.#past.show(action, actions);
    } else {
      this.#steps.show(action, filter, this.#picked.event.id);
      this.#body.replaceChildren(this.#steps.element, this.#event);
      this.#drawEvent();
    }
  }

  /** Reads the events of an action that is not among the loaded ones, by the id of any of them, and says meanwhile how it stands. */
  async load(id, signal) {
    this.#open("Action", Object.keys(tabs)[0]);
    for (const way of [this.#again, this.#elsewhere]) attribute(way, "hidden", true);
    this.#body.replaceChildren(this.#state.element);
    const answer = await this.#state.load(() => this.#context.api.chain({ event: id, limit: 1_000 }, signal), signal);
    if (answer?.events.length === 0) this.#state.empty(h("p", {}, "The log has no event with this ID. It may have been deleted (retention)."));
    return answer?.events ?? [];
  }

  #open(title, tab) {
    attribute(this.element, "hidden", false);
    text(this.#title, title);
    for (const [name, element] of Object.entries(this.#tabs)) attribute(element, "aria-selected", String(name === tab));
    attribute(this.#body, "aria-labelledby", `bus-tab-${tab}`);
  }

  #pick(entry) {
    this.#picked = entry;
    this.#steps.pick(entry.event.id);
    this.#drawEvent();
    this.#event.scrollIntoView({ block: "nearest" });
  }

  #drawEvent() {
    const { event } = this.#picked;
    const { announce, api } = this.#context;
    this.#event.replaceChildren(payload(this.#picked, {
      copy: (value, what) => copyText(value, what, announce), link: () => new URL(this.#link(event, sessionOf(this.#action)), api.origin).href,
      origin: api.origin, schema: this.#schemaOf(this.#picked),
      pinned: this.#pinned, pin: (entry) => { this.#pinned = entry; this.#drawEvent(); },
    }));
  }

  /** What a widget's type declares of its intents and views; null for what is not known. */
  #schemaOf({ topic, event }) {
    const { kind, component } = topicParts(topic);
    const widget = this.#context.app.widgets.find(({ name }) => name === component);
    const type = this.#types.get(widget?.type);
    if (kind === "view") return type?.view ?? null;
    return kind === "intent" ? type?.intents?.[shortType(event)]?.data ?? null : null;
  }

  async #sendAgain() {
    const { session, announce } = this.#context;
    try {
      await session.send(intentOf(this.#action.root));
      announce("Sent again");
    } catch (problem) {
      announce(problem.message);
    }
  }
}
