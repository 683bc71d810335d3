// SPDX-License-Identifier: MIT

import { iconButton } from "./buttons.js";
import { attribute } from "./dom.js";
import { isTyping } from "./typing.js";

/** Undo and redo of a session: two buttons, and the keys that people know where no text field has them for itself. */
export class HistoryButtons {
  #session = null;
  #buttons = {
    undo: iconButton("undo", "Undo (Ctrl+Z)", "undo", () => this.#ask("undo")),
    redo: iconButton("redo", "Redo (Ctrl+Shift+Z)", "redo", () => this.#ask("redo")),
  };
  elements = Object.values(this.#buttons);

  constructor() {
    this.#show(null);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws the view of a session; null where there is none, as with servers that keep no history. */
  follow(session, view) {
    this.#session = session;
    this.#show(view);
  }

  #show(view) {
    for (const [name, can] of [["undo", view?.canUndo === true], ["redo", view?.canRedo === true]]) {
      attribute(this.#buttons[name], "hidden", view === null);
      this.#buttons[name].disabled = !can;
    }
  }

  #key(event) {
    const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!(ctrlKey || metaKey) || altKey || isTyping(event)) return;
    const name = { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()];
    if (name === undefined || this.#buttons[name].hidden) return;
    event.preventDefault();
    if (!this.#buttons[name].disabled) this.#ask(name);
  }

  #ask(name) {
    const sent = this.#session?.view("session").send(name);
    sent?.catch((problem) => this.#session.dispatchEvent(
      new CustomEvent("notice", { detail: { message: `Couldn’t apply the change: ${problem.message}` } })));
  }
}
