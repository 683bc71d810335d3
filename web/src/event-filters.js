// SPDX-License-Identifier: MIT

import { button } from "./buttons.js";
import { attribute, h, text } from "./dom.js";
import { kindHue, kinds, topicParts, usualKinds } from "./bus-event.js";
import { icon } from "./icons.js";

const textPatience = 120;

/**
 * What the events page shows: session and kinds are asked of the server (`reload`), component and text are picked from
 * what is here (`refine`).
 */
export class EventFilters {
  kinds = usualKinds;
  everySession = false;
  #needle = "";
  #component = "";
  #paused = false;
  #offered = null;
  #timer = 0;
  #mine = h("option", { value: "mine" }, "This session");
  #components = h("select", { class: "select", "aria-label": "Component", name: "component" });
  #pauseWords = h("span", {}, "Pause");
  #pauseButton;

  constructor({ reload, refine, pause }) {
    const scope = h("select", {
      class: "select", "aria-label": "Session", name: "scope",
      on: { change: () => { this.everySession = scope.value === "all"; reload(); } },
    }, this.#mine, h("option", { value: "all" }, "Every session"));
    this.#components.addEventListener("change", () => { this.#component = this.#components.value; refine(); });
    const needle = h("input", {
      type: "search", class: "text-filter", placeholder: "Filter by text", "aria-label": "Filter by text", name: "text",
      on: { input: () => this.#later(() => { this.#needle = needle.value.toLowerCase(); refine(); }) },
    });
    this.#pauseButton = button([icon("pause"), this.#pauseWords], () => this.#toggle(pause), {
      "aria-pressed": "false", data: { action: "pause" },
    });
    const chips = Object.keys(kinds).map((kind) => this.#kind(kind, reload));
    this.offerComponents([]);
    this.element = h("div", { class: "event-filters", role: "group", "aria-label": "Filters" },
      scope, this.#components, needle, this.#pauseButton,
      h("div", { class: "kinds", role: "group", "aria-label": "Kinds" }, chips));
  }

  nameSession(id) {
    text(this.#mine, `This session (${id.length > 8 ? `${id.slice(0, 7)}…` : id})`);
  }

  /** Whether an event passes the filters that are applied here. */
  lets({ topic, event }) {
    if (this.#component !== "" && topicParts(topic).component !== this.#component) return false;
    return this.#needle === "" || `${topic} ${JSON.stringify(event)}`.toLowerCase().includes(this.#needle);
  }

  /** Offers the components that occur; the chosen one stays on offer. */
  offerComponents(events) {
    const names = new Set(events.map(({ topic }) => topicParts(topic).component));
    if (this.#component) names.add(this.#component);
    const sorted = [...names].filter(Boolean).sort();
    if (this.#offered === sorted.join("/")) return;
    this.#offered = sorted.join("/");
    this.#components.replaceChildren(h("option", { value: "" }, "Every component"),
      ...sorted.map((name) => h("option", { value: name }, name)));
    this.#components.value = this.#component;
  }

  #kind(kind, reload) {
    const chip = h("button", {
      type: "button", class: "kind kind-toggle", "aria-pressed": String(this.kinds.includes(kind)), data: { kind },
      style: { "--kind": kindHue(kind) },
      on: {
        click: () => {
          const on = !this.kinds.includes(kind);
          this.kinds = on ? [...this.kinds, kind] : this.kinds.filter((other) => other !== kind);
          attribute(chip, "aria-pressed", String(on));
          reload();
        },
      },
    }, kind);
    return chip;
  }

  #toggle(pause) {
    this.#paused = !this.#paused;
    attribute(this.#pauseButton, "aria-pressed", String(this.#paused));
    text(this.#pauseWords, this.#paused ? "Resume" : "Pause");
    this.#pauseButton.firstChild.replaceWith(icon(this.#paused ? "play" : "pause"));
    pause(this.#paused);
  }

  /** Looking through 2,000 events takes a few milliseconds; once a pause in typing is enough. */
  #later(action) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(action, textPatience);
  }
}
