// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { button } from "../buttons.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";

/** What a browser without a right sees: how to get one. It offers nothing to type in, as the key belongs in a link. */
export function showLocked() {
  if (document.querySelector(".locked")) return;
  document.body.replaceChildren(h("main", { class: "locked" },
    icon("link"),
    h("h1", {}, "This console is locked"),
    h("p", {}, "Open the link that ", h("code", {}, "searchbus up"), " printed when it started."),
    h("p", {}, "The link is gone? Run ", h("code", {}, "searchbus link"), " for a new one."),
    button("Try again", () => location.reload(), { kind: "is-primary" })));
}
