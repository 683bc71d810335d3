// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { attribute, h, text } from "../dom.js";

/** The shortest and the longest time between two actions, in milliseconds: a pause of the user is not waited for. */
const bounds = [80, 2_000];

/** How long to wait before the next action is shown, in milliseconds, of the microseconds that lay between two. Pure. */
export function waitBetween(microseconds, speed) {
  return Math.min(Math.max(microseconds / 1_000 / speed, bounds[0]), bounds[1]);
}

/** Shows one action after the other, as fast as they happened or faster. */
export class Player {
  #timer = 0;
  #next;
  #speed = h("select", { class: "select", "aria-label": "Speed" }, [1, 4, 16].map((speed) => h("option", { value: speed }, `${speed}×`)));
  #button = button("Play", () => (this.isPlaying ? this.stop() : this.#play()), { "aria-pressed": "false" });
  elements = [this.#button, this.#speed];
  isPlaying = false;

  /** `next()` answers `{ gap, show }`: the microseconds up to the next action, and what shows it; null at the end. */
  constructor(next) {
    this.#next = next;
  }

  /** An action is shown completely: the next one may follow. */
  shown() {
    if (this.isPlaying) this.#wait();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#set(false);
  }

  #play() {
    this.#set(true);
    this.#wait();
  }

  #wait() {
    clearTimeout(this.#timer);
    const next = this.#next();
    if (next === null) this.stop();
    else this.#timer = setTimeout(next.show, waitBetween(next.gap, Number(this.#speed.value)));
  }

  #set(isPlaying) {
    this.isPlaying = isPlaying;
    attribute(this.#button, "aria-pressed", String(isPlaying));
    text(this.#button, isPlaying ? "Stop" : "Play");
  }
}
