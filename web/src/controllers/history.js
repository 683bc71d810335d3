// SPDX-License-Identifier: MIT

import { button, iconButton } from "../buttons.js";
import { attribute, h } from "../dom.js";

/** Buttons for undo, redo and reset; a reset can be undone like any other step. */
export default class History {
  #undo;
  #redo;
  #reset;

  constructor({ widget, send }) {
    this.#undo = iconButton("undo", "Undo", "undo-step", () => send("undo"));
    this.#redo = iconButton("redo", "Redo", "redo-step", () => send("redo"));
    this.#reset = button("Start over", () => send("reset"), { kind: "start-over" });
    this.element = h("div", { class: "history", role: "group", "aria-label": widget.title ?? "History" },
      this.#undo, this.#redo, this.#reset);
  }

  render(view) {
    this.#undo.disabled = !view.canUndo;
    this.#redo.disabled = !view.canRedo;
    attribute(this.#reset, "hidden", !view.reset);
  }
}
