// SPDX-License-Identifier: MIT

import { button, iconButton } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { bytes, number } from "../format.js";

const pause = 120;

/** The head of the inspector: whose events are shown, the filter, how many there are, and what can be done with them. */
export class BusHead {
  #timer = 0;
  #scope = h("select", { class: "select", name: "scope", "aria-label": "Sessions" },
    h("option", { value: "" }, "This session"), h("option", { value: "all" }, "All sessions"));
  #count = h("p", { class: "bus-count", role: "status" });
  #problem = h("p", { class: "bus-problem", role: "alert", hidden: true });
  #stop;
  #panel;
  /** The field of the filter. */
  box = h("input", {
    type: "search", class: "bus-filter", name: "filter", spellcheck: "false", autocomplete: "off", "aria-label": "Filter",
    placeholder: "kind:view component:hits -kind:state query:boots >5ms >4kb",
  });

  /**
   * `{ isDocked, isWide }` is what the page is; `filter(source)`, `scope(value)`, `stop()`, `panel()`, `save()` and `close()` are called
   * for what a person does.
   */
  constructor({ isDocked, isWide }, { filter, scope, stop, panel, save, close }) {
    this.box.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => filter(this.box.value), pause);
    });
    this.#scope.addEventListener("change", () => scope(this.#scope.value));
    this.#stop = button("Pause", stop, { "aria-pressed": "false", data: { action: "pause" } });
    this.#panel = button("Processes", panel, { "aria-expanded": "false", data: { action: "processes" } });
    this.element = h("header", { class: "bus-head" },
      h(isDocked ? "h2" : "h1", { class: "page-title" }, "Bus"), isWide ? this.#scope : null, this.box, this.#count,
      h("div", { class: "bus-actions" }, this.#stop, this.#panel, button("Export", save),
        isDocked ? iconButton("close", "Close the inspector", "close-dock", close) : null),
      this.#problem);
  }

  /** Brings it in line with the address. What is being typed stays. */
  follow({ filter, isEverySession, isPanelOpen }) {
    if (this.box.value !== filter.source && document.activeElement !== this.box) this.box.value = filter.source;
    this.#scope.value = isEverySession ? "all" : "";
    attribute(this.#panel, "aria-expanded", String(isPanelOpen));
    text(this.#problem, filter.problem ?? "");
    attribute(this.#problem, "hidden", filter.problem === null);
  }

  /** Says how many actions are shown; `state` is that of their source. */
  count(actions, state) {
    const events = actions.reduce((sum, { entries }) => sum + entries.length, 0);
    const size = actions.reduce((sum, action) => sum + action.bytes, 0);
    text(this.#count, `${number(actions.length)} ${actions.length === 1 ? "action" : "actions"} · ${number(events)} events · ${bytes(size)} · ${state}`);
  }

  /** Whether the list is paused. */
  showStopped(isStopped) {
    attribute(this.#stop, "aria-pressed", String(isStopped));
    text(this.#stop, isStopped ? "Resume" : "Pause");
  }
}
