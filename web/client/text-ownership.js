// SPDX-License-Identifier: MIT

/**
 * Decides who owns the text of a search box: the person who types in it, or the session.
 *
 * The rule (design, section 6): the text belongs to the browser that has the focus. Each change made here has an edit
 * number, and views echo client and number, so an echo of an older edit of ours is known and ignored. Another client's
 * text is taken over only when nothing of ours is on its way. So is an older text of ours that comes after a newer one was
 * echoed: views never go back by themselves, so a user has undone something.
 *
 * Pure: no DOM, no clock, so that every order of events can be tested.
 */
export class TextOwnership {
  #client;
  #edit = 0;
  #echoed = 0;
  #pending = false;
  #putBack = false;

  constructor(client) {
    this.#client = client;
  }

  /** The person changed the text. Answers with what to send along. */
  changed() {
    this.#edit += 1;
    this.#pending = true;
    this.#putBack = false;
    return { client: this.#client, edit: this.#edit };
  }

  /** Whether the person has not changed the text since an edit. */
  isNewest(edit) {
    return edit === this.#edit;
  }

  /** Whether a view is the echo of a change that was made here before an edit. */
  isBefore(edit, view) {
    return view?.client === this.#client && view.edit < edit;
  }

  /**
   * No echo came although the change is on the log: it changed nothing there (typed and deleted again), or another
   * client wrote later within the same turn. Answers whether this was the newest edit, and views count again.
   */
  settled(edit) {
    if (!this.isNewest(edit)) return false;
    this.#pending = false;
    return true;
  }

  /** Whether to write a view's text into the box. */
  takesOver(view, { focused, composing }) {
    const own = view.client === this.#client;
    if (own) {
      if (view.edit < this.#echoed) this.#putBack = true;
      this.#echoed = view.edit;
      if (view.edit === this.#edit) this.#pending = false;
    }
    if (composing || this.#pending) return false;
    if (!own || this.#putBack) return true;
    return view.edit === this.#edit && !focused;
  }
}
