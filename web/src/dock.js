// SPDX-License-Identifier: MIT

import { iconButton } from "./buttons.js";
import { attribute } from "./dom.js";
import { FocusReturn } from "./focus-return.js";
import "./pages/bus.js";

const isOpenClass = "has-dock";

/** Whether a key opens and closes the inspector: Ctrl and a full stop. */
export function isDockKey({ key, ctrlKey, metaKey }) {
  return key === "." && (ctrlKey || metaKey);
}

/** The inspector as a panel below a page, for the session that is open there: Ctrl and a full stop open and close it. */
export class Dock {
  #page;
  #panel = null;
  #focus = null;
  opener = iconButton("bolt", "Inspector (Ctrl+.)", "inspector", () => this.toggle());

  /** `page` has the `context` that the panel gets; until `signal` aborts, the keys have this effect. */
  constructor(page, signal) {
    this.#page = page;
    document.addEventListener("keydown", (event) => {
      if (!isDockKey(event)) return;
      event.preventDefault();
      this.toggle();
    }, { signal });
    signal.addEventListener("abort", () => this.close());
    attribute(this.opener, "aria-pressed", "false");
  }

  toggle() {
    if (this.#panel) return this.close();
    this.#focus = new FocusReturn();
    this.#panel = document.createElement("bus-page");
    this.#panel.setAttribute("docked", "");
    this.#panel.context = this.#page.context;
    this.#panel.addEventListener("close", () => this.close());
    document.documentElement.classList.add(isOpenClass);
    attribute(this.opener, "aria-pressed", "true");
    this.#page.append(this.#panel);
  }

  close() {
    if (this.#panel === null) return;
    document.documentElement.classList.remove(isOpenClass);
    attribute(this.opener, "aria-pressed", "false");
    this.#focus.close(this.#panel, () => this.#panel.remove());
    this.#panel = null;
  }
}
