// SPDX-License-Identifier: MIT

import { HitsPerPageElement } from "../../client/elements/choices.js";
import { choice, Drawn } from "../drawn.js";

/** How many results a page has. */
export default class HitsPerPage extends Drawn {
  constructor({ widget, ...given }) {
    super(choice("hits-per-page", HitsPerPageElement, given, widget.title));
  }
}
