// SPDX-License-Identifier: MIT

import { Problem } from "./problem.js";

const mostNames = 40;

/** Reports names that a page reads views of and the app does not have, each once: without a report the page would stay empty. */
export class KnownViews {
  #names = null;
  #read = new Set();
  #reported = new Set();
  #report;

  /** `report` is called with a `Problem`. */
  constructor(report) {
    this.#report = report;
  }

  /** The page reads the view of a component. */
  read(name) {
    this.#read.add(name);
    this.#check(name);
  }

  /** The app has the views of these components, as its stream says; of an older gateway they are not known. */
  known(names) {
    this.#names = Array.isArray(names) ? new Set(names) : null;
    for (const name of this.#read) this.#check(name);
  }

  #check(name) {
    if (this.#names === null || this.#names.has(name) || this.#reported.has(name)) return;
    this.#reported.add(name);
    const names = [...this.#names].slice(0, mostNames).join(", ");
    this.#report(new Problem({
      code: "unknown-addressee",
      title: name === "" ? "The name of a widget is missing" : `The app has no widget \`${name}\``,
      remedy: `Name one of these: ${names}${this.#names.size > mostNames ? ", …" : ""}.`,
    }));
  }
}
