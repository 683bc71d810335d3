// SPDX-License-Identifier: MIT

import { h, text } from "../dom.js";
import { number } from "../format.js";
import { Hold } from "../../client/hold.js";

/** A switch. It says what it wants (on or off), not "turn around": repeating it changes nothing. */
export default class FilterToggle {
  #send;
  #view = null;
  #hold = new Hold(() => this.render(this.#view));
  #box = h("input", { type: "checkbox", role: "switch", class: "switch", on: { change: () => this.#turn() } });
  #label = h("span", { class: "label", dir: "auto" });
  #count = h("span", { class: "count" });
  #unit = h("span", { class: "visually-hidden" });

  constructor({ widget, send }) {
    this.#send = send;
    text(this.#label, widget.title ?? widget.name);
    this.element = h("div", { class: "panel toggle value" },
      h("label", {}, this.#label, this.#count, this.#unit, this.#box));
  }

  render(view) {
    this.#view = view;
    const on = this.#hold.show("on", view.on);
    if (this.#box.checked !== on) this.#box.checked = on;
    text(this.#label, view.title);
    text(this.#count, view.count === null ? "" : number(view.count));
    text(this.#unit, view.count === null ? "" : view.count === 1 ? " result" : " results");
  }

  #turn() {
    this.#hold.keep("on", this.#box.checked, this.#send("set", { on: this.#box.checked }));
    this.render(this.#view);
  }
}
