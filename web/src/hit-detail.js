// SPDX-License-Identifier: MIT

import { iconButton } from "./buttons.js";
import { h } from "./dom.js";
import { attributeTitle, fieldWords, quantity } from "./format.js";
import { factOf, hitTitle } from "./hit-card.js";

/**
 * Shows all that is known of a hit, over the page. A native modal dialog: the focus stays in it, Escape closes it, and the
 * focus goes back to where it was.
 */
export function showHitDetail(hit, template) {
  const rows = Object.entries(hit.record ?? {}).filter(([name, value]) => name !== "objectID" && isTold(value));
  const close = iconButton("close", "Close", "close-hit", () => dialog.close());
  const heading = h("h2", { id: "hit-detail-title", dir: "auto" }, hitTitle(hit, template));
  const dialog = h("dialog", { class: "hit-detail", "aria-labelledby": heading.id, on: {
    close: () => dialog.remove(),
    // A click beside the dialog reaches the dialog itself, one within it what it holds.
    click: (event) => { if (event.target === dialog) dialog.close(); },
  } },
  h("div", { class: "hit-detail-body" },
    h("header", { class: "hit-detail-head" }, heading, close),
    h("dl", { class: "facts" },
      [...rows, ["objectID", hit.objectID]].flatMap(([name, value]) => [
        h("dt", {}, attributeTitle(name)), h("dd", { dir: "auto" }, valueWords(name, value, template)),
      ]))));
  document.body.append(dialog);
  dialog.showModal();
}

function isTold(value) {
  return value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}

/** As on the card, where the template says how; a mark that some cards have is a yes or no here. */
function valueWords(name, value, { meta = [] }) {
  const isMeant = ({ attribute, format = "plain" }) => attribute === name && !["flag", "rating", "plain"].includes(format);
  const entry = meta.find(isMeant);
  if (entry) return factOf(entry, value);
  // An integer may be an amount or a code: plain digits are right for both.
  return typeof value === "number" && !Number.isInteger(value) ? quantity(value) : fieldWords(value);
}
