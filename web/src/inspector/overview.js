// SPDX-License-Identifier: MIT

import { kindHue, shortType, summary, topicParts } from "../bus-event.js";
import { attribute, h, keyed } from "../dom.js";
import { clock, microseconds, milliseconds } from "../format.js";
import { roving } from "../roving.js";

const most = 120;
const mostBands = 30;

/** The newest actions in order, the last at the right: a bar is as high as its action took long. Incidents are bands at their times. */
export class Overview {
  element = h("div", { class: "bus-overview", role: "group", "aria-label": "The last actions by their duration" });
  #settle = roving(this.element, "button");
  #open;

  /** `open(action)` is called for the action that a person picks. */
  constructor(open) {
    this.#open = open;
  }

  /** Draws actions and incidents, both the newest first; `chosen` is the id of the action that is open. */
  show(actions, chosen, incidents) {
    const shown = actions.slice(0, most).reverse();
    const longest = Math.max(1, ...shown.map(({ total }) => total));
    const begin = shown[0]?.at ?? Infinity;
    const bands = incidents.slice(0, mostBands).map(bandOf).filter(({ at, end }) => Math.max(at, end) >= begin);
    const marks = [...shown, ...bands].sort((one, other) => one.at - other.at);
    keyed(this.element, marks, {
      key: ({ id }) => id,
      create: (mark) => (mark.words ? h("span", { class: "overview-band", role: "img" }) : this.#bar()),
      update: (element, mark) => {
        const words = mark.words ?? `${shortType(mark.root.event)} ${summary(mark.root.event)}: ${milliseconds(mark.total)}`;
        attribute(element, "title", words);
        attribute(element, "aria-label", words);
        if (mark.words) return;
        element.action = mark;
        attribute(element, "aria-pressed", String(mark.id === chosen));
        element.classList.toggle("is-disturbed", bands.some(({ at, end }) => at <= mark.at && mark.at <= end));
        element.style.setProperty("--height", String(mark.total / longest));
        element.style.setProperty("--kind", String(kindHue(topicParts(mark.root.topic).kind)));
      },
    });
    this.#settle();
  }

  #bar() {
    const bar = h("button", { type: "button", class: "overview-bar", on: { click: () => this.#open(bar.action) } });
    return bar;
  }
}

/** An incident as a mark: when it began and ended, and what it says; one that lasts ends after all actions. */
function bandOf({ process, machine, reason, since, until }) {
  const end = until ? microseconds(until) : Infinity;
  const words = `${machine ? `${process} of ${machine}` : process}: ${reason}, ${clock(since)}${until ? ` – ${clock(until)}` : ", ongoing"}`;
  return { id: `${since} ${words}`, at: microseconds(since), end, words };
}
