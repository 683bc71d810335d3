// SPDX-License-Identifier: MIT

import { BreadcrumbElement } from "../../client/elements/hierarchy.js";
import { h } from "../dom.js";
import { drawn, Drawn } from "../drawn.js";

/** The way to where one is; each place of it leads back there, the last is where one is. */
export default class Breadcrumb extends Drawn {
  constructor({ widget, ...given }) {
    super(drawn("breadcrumb", BreadcrumbElement, given, { label: widget.title ?? "Breadcrumb" }, h("ol", { class: "breadcrumb places" })));
  }
}
