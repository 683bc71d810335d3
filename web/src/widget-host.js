// SPDX-License-Identifier: MIT

import { controllerFor } from "./controllers/registry.js";
import RawView from "./controllers/raw-view.js";
import { attribute } from "./dom.js";
import "./focus-ring.js";
import { lateDrawing } from "./late-drawing.js";
import { notesOf, WidgetNotes } from "./widget-notes.js";

const quiet = { message: "Its process does not respond.", remedy: "It restarts automatically; your input is kept." };

/**
 * `<search-widget data-widget="brand">`: the place of one widget on a page. It finds the controller, feeds it the
 * widget's views while it is on the page, says below it what is wrong with it, and keeps a broken controller or view from
 * breaking its neighbours. What is out of sight is drawn later.
 */
export class WidgetHost extends HTMLElement {
  #widget;
  #session;
  #announce;
  #controller = null;
  #unwatch = null;
  #notes = new WidgetNotes();
  #viewNotes = [];
  #isSilent = false;
  #content = new MutationObserver(() => this.#showContent());

  /** Says what to draw. To be called once, before the element enters the page. */
  configure({ widget, session, announce }) {
    this.#widget = widget;
    this.#session = session;
    this.#announce = announce;
    this.dataset.widget = widget.name;
    this.dataset.type = widget.type;
    this.dataset.blank = "";
    // Read-only users can still read and scroll the hits, and follow their links.
    this.inert = session.isReadOnly === true && widget.type !== "hits";
    return this;
  }

  /** The process that works for the widget does not answer, or does again. */
  set silent(isSilent) {
    this.#isSilent = isSilent;
    attribute(this, "data-silent", isSilent);
    this.#showNotes();
  }

  async connectedCallback() {
    let Controller = RawView;
    try {
      Controller = await controllerFor(this.#widget);
    } catch (error) {
      console.error(`The controller of ${this.#widget.name} could not be loaded`, error);
    }
    if (!this.isConnected) return;
    if (!this.#controller) {
      this.#controller = new Controller({ widget: this.#widget, send: this.#send, announce: this.#announce });
      // What is wrong with a long list stands where it begins.
      const isList = this.#controller.constructor.isLong === true;
      this.append(...(isList ? [this.#notes.element, this.#controller.element] : [this.#controller.element, this.#notes.element]));
      for (const child of this.children) this.#content.observe(child, { attributeFilter: ["hidden", "data-query", "data-empty"] });
      this.#showContent();
    }
    lateDrawing.watch(this);
    this.#unwatch ??= this.#session.view(this.#widget.name).subscribe((view) => lateDrawing.draw(this, () => this.#render(view)));
  }

  /** An element that is only moved leaves its page and enters it again at once. */
  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#unwatch?.();
      this.#unwatch = null;
      lateDrawing.unwatch(this);
      this.#controller?.disconnect?.();
    });
  }

  #render(view) {
    if (typeof view !== "object" || view === null || Array.isArray(view)) {
      const remedy = `An older view is shown. See the events of ${this.#widget.name}.`;
      this.#viewNotes = [{ message: "Its last view is invalid.", remedy }];
      this.#showNotes();
      return;
    }
    attribute(this, "data-phase", view.phase ?? "ready");
    attribute(this, "data-stale", view.stale === true);
    this.#viewNotes = notesOf(view, { showsFailure: this.#controller.constructor.showsFailure === true });
    try {
      this.#controller.render(view);
    } catch (error) {
      // Not an error of the page: the view is invalid, and the user sees a note.
      console.info(`The controller of ${this.#widget.name} could not draw its view`, error);
      const remedy = "The display may be incomplete. The events have the view.";
      this.#viewNotes.push({ message: "Its view cannot be drawn.", remedy });
    }
    this.#showNotes();
  }

  /** Says for the style sheets whether there is something to show, and whether values match the text. */
  #showContent() {
    const shown = [...this.children];
    attribute(this, "data-blank", shown.every((child) => child.hidden));
    attribute(this, "data-unmatched", shown.some(({ dataset }) => dataset.query === "" || dataset.empty !== undefined));
  }

  #showNotes() {
    this.#notes.show(this.#isSilent ? [...this.#viewNotes, quiet] : this.#viewNotes);
  }

  #send = (type, data, options) => {
    if (this.#session.isReadOnly) return this.#lookOn(options);
    const at = performance.now();
    const sent = this.#session.view(this.#widget.name).send(type, data, options);
    sent.catch((problem) => this.#announce(`Couldn’t apply the change: ${problem.message}`));
    this.dispatchEvent(new CustomEvent("intent", { bubbles: true, detail: { type, data, sent, at } }));
    return sent;
  };

  /** Nothing is sent for a person who only looks on. What widgets send by themselves is not worth a word. */
  #lookOn({ latest = false } = {}) {
    const message = "View only: your link does not let you change this session.";
    if (!latest) this.#session.dispatchEvent(new CustomEvent("notice", { detail: { message } }));
    return Promise.resolve(null);
  }
}

customElements.define("search-widget", WidgetHost);
