// SPDX-License-Identifier: MIT

import { ValueSearch as Search } from "../client/value-search.js";
import { made } from "./drawn.js";

/** The client's field to search among values, as the console looks. */
export class ValueSearch extends Search {
  constructor(options) {
    super({ ...options, made });
  }
}
