// SPDX-License-Identifier: MIT

import { HistogramElement, span } from "../../client/elements/histogram.js";
import { h, text } from "../dom.js";
import { drawn } from "../drawn.js";
import { panel } from "../panel.js";
import { rangeNote } from "../range-note.js";

/** Bars, and a range of them: the client's element in a panel, where the line below also says what there is. */
export default class Histogram {
  #bars;

  constructor({ widget, ...given }) {
    const title = widget.title ?? widget.name;
    this.#bars = drawn("histogram", NoteElement, given, {}, h("ol", { class: "bars" }), h("div", { class: "range" }),
      h("output", { class: "panel-note range-note", role: "note" }),
      h("div", { class: "choice-buttons" }, h("button", { class: "any", type: "button", hidden: true }, "Any")));
    this.element = panel(title, this.#bars);
  }

  render(view) {
    text(this.element.heading, view.title);
    this.#bars.show(view);
  }
}

class NoteElement extends HistogramElement {
  note(range, isBrush) {
    const { bounds, outside } = this.view;
    if (!isBrush && (bounds === null || outside || range === null)) return rangeNote(this.view, outside, (found) => span(...found));
    return super.note(range, isBrush);
  }
}
