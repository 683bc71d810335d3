// SPDX-License-Identifier: MIT

const patience = 1_500;

/**
 * Keeps what a person chose on the screen until the views show it.
 *
 * Between a click and the view that follows from it, older views may still arrive and would undo the click for a
 * moment. A held choice wins until a view agrees; once the server has acknowledged it, a view has 1.5 s to agree, after
 * which the server's word holds (the choice was refused, or someone else chose after us).
 */
export class Hold {
  #choices = new Map();
  #expired;

  /** `expired` is called when a choice was given up, to draw the last view again. */
  constructor(expired) {
    this.#expired = expired;
  }

  /** Holds a choice until `sent` (the promise of its intent) is kept or broken, and a little longer. */
  keep(key, value, sent) {
    const choice = { value };
    this.#choices.set(key, choice);
    sent.then(
      () => setTimeout(() => this.#giveUp(key, choice), patience),
      () => this.#giveUp(key, choice),
    );
  }

  /** What to show for a key: the held choice, or what the view says. A view that agrees ends the hold. */
  show(key, fromView) {
    const choice = this.#choices.get(key);
    if (choice === undefined) return fromView;
    if (JSON.stringify(choice.value) === JSON.stringify(fromView)) this.#choices.delete(key);
    return choice.value;
  }

  #giveUp(key, choice) {
    if (this.#choices.get(key) !== choice) return;
    this.#choices.delete(key);
    this.#expired();
  }
}
