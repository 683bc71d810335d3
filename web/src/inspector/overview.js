// SPDX-License-Identifier: MIT

import { kindHue, shortType, summary, topicParts } from "../bus-event.js";
import { attribute, h, keyed } from "../dom.js";
import { milliseconds } from "../format.js";
import { roving } from "../roving.js";

const most = 120;

/** The newest actions in order, the last at the right: a bar is as high as its action took long. */
export class Overview {
  element = h("div", { class: "bus-overview", role: "group", "aria-label": "The last actions by their duration" });
  #settle = roving(this.element, "button");
  #open;

  /** `open(action)` is called for the action that a person picks. */
  constructor(open) {
    this.#open = open;
  }

  /** Draws actions, the newest first; `chosen` is the id of the one that is open. */
  show(actions, chosen) {
    const shown = actions.slice(0, most).reverse();
    const longest = Math.max(1, ...shown.map(({ total }) => total));
    keyed(this.element, shown, {
      key: ({ id }) => id,
      create: () => {
        const bar = h("button", { type: "button", class: "overview-bar", on: { click: () => this.#open(bar.action) } });
        return bar;
      },
      update: (bar, action) => {
        bar.action = action;
        const words = `${shortType(action.root.event)} ${summary(action.root.event)}: ${milliseconds(action.total)}`;
        attribute(bar, "title", words);
        attribute(bar, "aria-label", words);
        attribute(bar, "aria-pressed", String(action.id === chosen));
        bar.style.setProperty("--height", String(action.total / longest));
        bar.style.setProperty("--kind", String(kindHue(topicParts(action.root.topic).kind)));
      },
    });
    this.#settle();
  }
}
