// SPDX-License-Identifier: MIT

import { attribute, h, text } from "./dom.js";
import { icon } from "./icons.js";

const denied = "The browser does not let this page listen. Allow the microphone, then try again.";
const problems = {
  "not-allowed": denied,
  "service-not-allowed": denied,
  "audio-capture": "No microphone found.",
  "language-not-supported": "The browser does not understand this language.",
  "network": "The browser cannot reach its speech recognition service.",
};
const nothing = "No speech was recognised. Try again, or type.";

/**
 * A button for voice input. It is shown if the view has `voice` and the browser supports it; the state
 * is shown beside it and announced to screen readers. Another press ends it.
 *
 * `heard(text)` is called with what was said, once it is certain. The browser may send sound to its maker's service; so
 * nothing begins but by a press.
 */
export class Voice {
  #heard;
  #recogniser = null;
  #language = null;
  #words = "";
  button = h("button", {
    type: "button", class: "icon-button voice-button", "aria-label": "Search by voice", "aria-pressed": "false", hidden: true,
    on: { click: () => this.#press() },
  }, icon("microphone"));
  // The note stands by the direction of the page; its words run by their own.
  #noteWords = h("span", { dir: "auto" });
  note = h("p", { class: "voice-note", role: "status", hidden: true }, this.#noteWords);

  constructor({ heard }) {
    this.#heard = heard;
  }

  /** Shows the button where the view's `voice` is an object and the browser offers to listen. */
  render(voice) {
    const isOffered = typeof voice === "object" && voice !== null && recogniserClass() !== null;
    attribute(this.button, "hidden", !isOffered);
    this.#language = typeof voice?.language === "string" ? voice.language : null;
    if (!isOffered) this.stop();
  }

  /** Removes the note; call it when the user continues in another way. */
  quiet() {
    if (this.#recogniser === null) this.#say("", "");
  }

  /** Ends listening without a result. */
  stop() {
    const recogniser = this.#recogniser;
    this.#end("", "");
    recogniser?.abort();
  }

  #press() {
    if (this.#recogniser !== null) {
      this.stop();
      return;
    }
    const Recogniser = recogniserClass();
    const recogniser = new Recogniser();
    this.#recogniser = recogniser;
    this.#words = "";
    recogniser.lang = this.#language ?? document.documentElement.lang;
    recogniser.interimResults = true;
    recogniser.maxAlternatives = 1;
    // What an older recogniser still says is of no interest.
    const isCurrent = () => this.#recogniser === recogniser;
    recogniser.onresult = (event) => { if (isCurrent()) this.#result(event); };
    recogniser.onerror = ({ error }) => { if (isCurrent()) this.#failed(error); };
    recogniser.onend = () => { if (isCurrent()) this.#end("nothing", nothing); };
    this.#say("listening", "Listening…");
    attribute(this.button, "aria-pressed", "true");
    try {
      recogniser.start();
    } catch {
      this.#end("denied", denied);
    }
  }

  #result({ results }) {
    const all = [...results];
    this.#words = all.map((result) => result[0]?.transcript ?? "").join("").trim();
    if (!all.every((result) => result.isFinal)) {
      this.#say("listening", this.#words === "" ? "Listening…" : `“${this.#words}…”`);
      return;
    }
    const recogniser = this.#recogniser;
    if (this.#words === "") this.#end("nothing", nothing);
    else this.#end("", "");
    recogniser.stop();
    if (this.#words !== "") this.#heard(this.#words);
  }

  #failed(error) {
    if (error === "aborted") this.#end("", "");
    else if (error === "no-speech") this.#end("nothing", nothing);
    else this.#end("denied", problems[error] ?? "The browser could not listen. Type instead.");
  }

  #end(state, words) {
    this.#recogniser = null;
    attribute(this.button, "aria-pressed", "false");
    this.#say(state, words);
  }

  #say(state, words) {
    attribute(this.button, "data-voice", state === "" ? null : state);
    attribute(this.note, "hidden", words === "");
    text(this.#noteWords, words);
  }
}

/** What the browser offers to listen with, or null. */
function recogniserClass() {
  return globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition ?? null;
}
