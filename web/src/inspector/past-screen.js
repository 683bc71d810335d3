// SPDX-License-Identifier: MIT

import "../widget-host.js";
import { shortType, summary } from "../bus-event.js";
import { button } from "../buttons.js";
import { newSession } from "../../client/new-session.js";
import { Store } from "../../client/store.js";
import { View } from "../../client/view.js";
import { attribute, h, keyed, text } from "../dom.js";
import { clock, sequence } from "../format.js";
import { PageState } from "../page-state.js";
import { sessionOf } from "./actions.js";
import { Player } from "./player.js";
import { viewDifference } from "./view-difference.js";

const places = ["top", "side", "main", "foot"];

/** A session whose views are those of one moment; what is sent leads to nothing. */
class PastSession {
  isReadOnly = true;
  #store = new Store();

  /** Shows the views of a moment, as the server sends them. */
  show(past) {
    this.#store.reset(past);
  }

  view(widget) {
    return new View(widget, this.#store, { send: async () => null });
  }
}

/** The screen after an action: the views that the session had then, drawn by the widgets' own controllers; and a slider over time. */
export class PastScreen {
  #context;
  #choose;
  #actions = [];
  #asked = new AbortController();
  /** The permalink of the shown moment, or null. */
  #link = null;
  #state = new PageState();
  #session = new PastSession();
  #hosts = Object.fromEntries(places.map((place) => [place, h("div", { class: `past-place is-${place}` })]));
  #note = h("p", { class: "past-note", role: "status" });
  #slider = h("input", { type: "range", class: "past-slider", min: 0, "aria-label": "Action",
    on: { input: () => this.#choose(this.#actions[Number(this.#slider.value)]) } });
  #before = button("Before", () => this.#step(-1));
  #after = button("After", () => this.#step(1));
  #player = new Player(() => this.#following());
  /** The moment that others are compared with, `{ sequence, views }`, or null; and the one that is shown. */
  #marked = null;
  #shown = null;
  #mark = button("Compare with this", () => this.#toggleMark(), { disabled: true });
  #difference = h("div", { class: "past-difference", hidden: true });
  #resume = button("Continue from here", () => this.#continue(), { kind: "is-primary", disabled: true });
  #screen = h("div", { class: "past-screen", "aria-label": "The screen at this moment", role: "group" }, Object.values(this.#hosts));
  element = h("div", { class: "past" },
    h("div", { class: "past-bar" }, this.#before, this.#slider, this.#after, this.#player.elements, this.#mark, this.#resume),
    this.#note, this.#state.element, this.#difference, this.#screen);

  /** `context` is the page's; `choose(action)` is called for the action that a person goes to. */
  constructor(context, choose) {
    this.#context = context;
    this.#choose = choose;
  }

  close() {
    this.#asked.abort();
    this.#player.stop();
  }

  /** Shows the screen after an action; `actions` are all that there are, the newest first: the slider leads through those of its session. */
  async show(action, actions) {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const session = sessionOf(action);
    this.#actions = actions.filter((each) => sessionOf(each) === session).toReversed();
    const at = this.#actions.indexOf(action);
    attribute(this.#slider, "max", Math.max(this.#actions.length - 1, 0));
    this.#slider.value = String(at);
    attribute(this.#slider, "aria-valuetext", `${shortType(action.root.event)} ${summary(action.root.event)}`);
    this.#before.disabled = at <= 0;
    this.#after.disabled = at < 0 || at >= this.#actions.length - 1;
    this.#resume.disabled = true;
    const moment = lastSequence(action);
    const past = await this.#state.load(() => this.#context.api.session(session, { at: moment }, signal), signal);
    if (past === undefined) return;
    const isLater = past.sequence > moment;
    text(this.#note, isLater
      ? `Retention has removed this moment. This is the first one that can be shown, at ${sequence(past.sequence)}.`
      : `The screen at ${sequence(past.sequence)}, ${clock(action.root.event.time)}. It only shows what was; nothing here can be changed.`);
    const { link } = past.views.session ?? {};
    this.#link = typeof link === "string" ? link : null;
    this.#resume.disabled = this.#link === null;
    this.#shown = past;
    this.#mark.disabled = false;
    this.#draw(past);
    this.#compare();
    this.#player.shown();
  }

  /** The action after the one that is shown, for the player. */
  #following() {
    const at = Number(this.#slider.value);
    const [now, next] = [this.#actions[at], this.#actions[at + 1]];
    return now && next ? { gap: next.at - now.at, show: () => this.#choose(next) } : null;
  }

  #toggleMark() {
    this.#marked = this.#marked === null ? this.#shown : null;
    this.#compare();
  }

  /** Lists what differs from the marked moment. */
  #compare() {
    const { sequence: place } = this.#marked ?? {};
    text(this.#mark, this.#marked === null ? "Compare with this" : `Do not compare with ${sequence(place)}`);
    const isOther = this.#marked !== null && place !== this.#shown.sequence;
    attribute(this.#difference, "hidden", !isOther);
    if (isOther) this.#difference.replaceChildren(viewDifference(this.#marked.views, this.#shown.views));
  }

  /** Opens a new session with the state of this moment. */
  async #continue() {
    const { api, announce, router } = this.#context;
    try {
      const { session } = await newSession(api, this.#link || null, { unreadable: announce });
      router.leaveTo(router.link("search", session));
    } catch (problem) {
      announce(problem.message);
    }
  }

  #step(by) {
    const action = this.#actions[Number(this.#slider.value) + by];
    if (action) this.#choose(action);
  }

  /** The widgets stay, and draw their views of another moment; those without one at this moment are hidden. */
  #draw(past) {
    const { app, announce } = this.#context;
    for (const [place, parent] of Object.entries(this.#hosts)) {
      keyed(parent, app.widgets.filter((widget) => placeOf(widget) === place), {
        key: (widget) => JSON.stringify(widget),
        create: (widget) => {
          const host = document.createElement("search-widget").configure({ widget, session: this.#session, announce });
          attribute(host, "inert", true);
          return host;
        },
        update: (host, widget) => attribute(host, "hidden", !(widget.name in past.views)),
      });
    }
    this.#session.show(past);
  }
}

function placeOf({ place }) {
  return places.includes(place) ? place : "main";
}

/** The sequence number of the last event of an action. */
function lastSequence({ entries }) {
  return entries.reduce((last, { event }) => (event.sequence > last ? event.sequence : last), "0");
}
