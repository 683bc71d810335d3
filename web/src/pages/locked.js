// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { h, text } from "../dom.js";
import { icon } from "../icons.js";

/** Whether the page is what a link to a session led to: where the link is good, the server sends the browser on. */
export function isFailedVisit() {
  return location.pathname.startsWith("/s/");
}

/** Whether a link was opened that did not authorize: the server leads on from those that did. */
function isFailedLink() {
  return isFailedVisit() || new URLSearchParams(location.search).has("token");
}

/** What a browser without a right sees: how to get one. It offers nothing to type in, as the key belongs in a link. */
export function showLocked() {
  if (document.querySelector(".locked")) return;
  const heading = h("h1", {}, isFailedLink() ? "This link is not valid" : "This console is locked");
  const words = h("div", { class: "locked-words", role: "status" },
    h("p", {}, "Open the link that ", h("code", {}, "searchbus up"), " printed when it started."),
    h("p", {}, "Lost the link? Run ", h("code", {}, "searchbus link"), " for a new one."));
  document.body.replaceChildren(h("main", { class: "locked" }, icon("link"), heading, words,
    isFailedVisit() ? null : button("Try again", () => location.reload(), { kind: "is-primary" })));
  explain(heading, words);
}

/** Where the server knows more, such as that a link has expired, that is what is said. */
async function explain(heading, words) {
  const address = isFailedLink() ? `${location.pathname}${location.search}` : "/api/app";
  const response = await fetch(address, { headers: { accept: "application/problem+json" }, redirect: "manual" }).catch(() => null);
  // What was in the link is of no more use, and belongs in no history.
  const isFailed = isFailedLink();
  if (isFailed) history.replaceState(null, "", `${location.pathname}${location.hash}`);
  const hasEnded = response?.headers.get("www-authenticate")?.includes("invalid_token");
  if (response?.status !== 401 || !(isFailed || hasEnded)) return;
  const { detail, remedy } = await response.json().catch(() => ({}));
  if (typeof detail !== "string") return;
  if (hasEnded) text(heading, "This access has ended");
  // Backticks mark names where there is no other way to.
  const lines = [detail, remedy].filter((line) => typeof line === "string").map((line) => line.replaceAll("`", ""));
  words.replaceChildren(...lines.map((line) => h("p", {}, line)));
}
