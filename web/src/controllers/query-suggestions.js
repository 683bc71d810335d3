// SPDX-License-Identifier: MIT

import { QuerySuggestionsElement } from "../../client/elements/query-suggestions.js";
import { h } from "../dom.js";
import { drawn, Drawn } from "../drawn.js";
import { keysHintID } from "../roving.js";

/**
 * Queries that others have searched: a list of buttons to search by, each with another that fills the box without
 * searching. What is still to be typed is marked.
 */
export default class QuerySuggestions extends Drawn {
  constructor({ widget, ...given }) {
    super(drawn("query-suggestions", QuerySuggestionsElement, given, { label: widget.title ?? "Suggestions", hidden: true },
      h("ul", { class: "suggestion-list suggestions", "aria-describedby": keysHintID })));
  }
}
