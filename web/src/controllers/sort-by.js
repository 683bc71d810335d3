// SPDX-License-Identifier: MIT

import { SortByElement } from "../../client/elements/choices.js";
import { choice, Drawn } from "../drawn.js";

/** In which order the results stand: a choice among indexes. */
export default class SortBy extends Drawn {
  constructor({ widget, ...given }) {
    super(choice("sort-by", SortByElement, given, widget.title));
  }
}
