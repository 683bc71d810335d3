// SPDX-License-Identifier: MIT

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** What is wrong with a widget, below it, each point with what to do about it. It takes no place while all is well. */
export class WidgetNotes {
  element = h("ul", { class: "widget-notes", hidden: true });
  #source = "[]";

  show(notes) {
    const source = JSON.stringify(notes);
    if (source === this.#source) return;
    this.#source = source;
    this.element.hidden = notes.length === 0;
    this.element.replaceChildren(...notes.map(({ message, remedy }) => h("li", {}, icon("warning"),
      h("span", {}, message, remedy && h("small", {}, ` ${remedy}`)))));
  }
}

/** The notes of a view: its warnings, and its error if its controller does not show it. */
export function notesOf(view, { showsFailure }) {
  const warnings = [view.warnings, view.warning].flat();
  const notes = warnings.map(noteOf).filter((note) => note !== null);
  if (view.phase === "failed" && !showsFailure) {
    notes.push(noteOf(view.error) ?? { message: "The search failed; these are the previous values.", remedy: null });
  }
  return notes;
}

/** A problem as a view has it: a text, or `{ message, remedy }`. */
function noteOf(problem) {
  if (typeof problem === "string" && problem !== "") return { message: problem, remedy: null };
  if (typeof problem?.message !== "string") return null;
  return { message: problem.message, remedy: typeof problem.remedy === "string" ? problem.remedy : null };
}
