// SPDX-License-Identifier: MIT

import { h } from "./dom.js";
import { TextOwnership } from "./text-ownership.js";

const echoPatience = 1_500;
const mostWaits = 20;

/** An input for words to search. */
export function textInput(attributes) {
  return h("input", {
    type: "search", dir: "auto", maxlength: 512, autocomplete: "off", autocapitalize: "off", autocorrect: "off",
    spellcheck: "false", enterkeyhint: "search", ...attributes,
  });
}

/**
 * A field whose text is the session's. Every change is sent at once (without a timer), except while an
 * input method composes a character. The owner of the text is determined by `text-ownership.js`.
 *
 * `post({ query, client, edit })` sends a text to the widget and returns the promise of its intent; `changed()` is
 * called after each change, also those of others; `key(event)` gets the keys that are not part of a composition.
 */
export class TextField {
  #post;
  #changed;
  #view = null;
  #composing = false;
  // Each field is a client of its own: a recreated one does not know the edits of its predecessor.
  #ownership = new TextOwnership(`c-${Math.random().toString(36).slice(2, 10)}`);

  /** An `input` that is there already is taken as it is, until `signal` aborts; otherwise one is made, with these attributes. */
  constructor({ post, changed = () => {}, key = () => {}, input = null, signal, ...attributes }) {
    this.#post = post;
    this.#changed = changed;
    this.input = input ?? textInput(attributes);
    const listeners = {
      input: () => this.#typed(),
      keydown: (event) => { if (!this.#composing && !event.isComposing) key(event); },
      compositionstart: () => { this.#composing = true; },
      compositionend: () => { this.#composing = false; this.#typed(); },
      blur: () => { if (this.#view) this.render(this.#view); },
    };
    for (const [name, listener] of Object.entries(listeners)) this.input.addEventListener(name, listener, { signal });
  }

  /** The text of the field. */
  get value() {
    return this.input.value;
  }

  get isFocused() {
    return document.activeElement === this.input;
  }

  /** Draws `{ query, client?, edit? }`: the text is taken over unless it is an echo of what the person has typed over. */
  render(view) {
    this.#view = view;
    if (this.#ownership.takesOver(view, { focused: this.isFocused, composing: this.#composing })) {
      this.#write(view.query ?? "");
    }
    this.#changed();
  }

  /** Makes a text that of the field, as if the person had typed it; `post` may bring it there in another way. */
  enter(value, post = this.#post) {
    this.input.value = value;
    this.#send(post);
  }

  /** Empties the field and continues from there. */
  empty(post = this.#post) {
    this.enter("", post);
    this.input.focus();
  }

  #typed() {
    if (this.#composing) this.#changed();
    else this.#send(this.#post);
  }

  #send(post) {
    const stamp = this.#ownership.changed();
    const before = this.#view;
    post({ query: this.input.value, ...stamp }).then(
      () => this.#awaitEcho(stamp.edit, before),
      () => this.#settle(stamp.edit),
    );
    this.#changed();
  }

  /**
   * Settles a change that is on the log and was not echoed; but while no view has come since, or only those of earlier changes of ours,
   * it was not applied yet. One that is never echoed was rejected.
   */
  #awaitEcho(edit, before, waits = 1) {
    setTimeout(() => {
      const isNew = this.#view !== before && !this.#ownership.isBefore(edit, this.#view);
      const isApplied = isNew || this.#view?.query === this.input.value;
      const isAwaited = !isApplied && waits < mostWaits && this.#ownership.isNewest(edit) && this.input.isConnected;
      if (isAwaited) this.#awaitEcho(edit, before, waits + 1);
      else this.#settle(edit);
    }, echoPatience);
  }

  #settle(edit) {
    if (this.#ownership.settled(edit) && this.#view) this.render(this.#view);
  }

  /** Writes another client's text, leaving the caret where it was as far as the new text reaches. */
  #write(value) {
    if (this.input.value === value) return;
    const caret = this.input.selectionStart;
    this.input.value = value;
    if (this.isFocused) this.input.setSelectionRange(caret, caret);
  }
}
