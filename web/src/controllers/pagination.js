// SPDX-License-Identifier: MIT

import { PaginationElement } from "../../client/elements/pagination.js";
import { drawn, Drawn } from "../drawn.js";
import { keysHintID } from "../roving.js";

/** The pages of the results. */
export default class Pagination extends Drawn {
  constructor({ widget, ...given }) {
    super(drawn("pagination", PaginationElement, given, {
      class: "pagination", "aria-label": widget.title ?? "Pages", "aria-describedby": keysHintID, hidden: true,
    }));
  }
}
