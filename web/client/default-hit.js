// SPDX-License-Identifier: MIT

import { h } from "./dom.js";
import { valueAt } from "./hit-template.js";

// What most records are called by, where nothing says which attribute that is.
const usualNames = ["name", "title"];

/** The attribute that a hit is called by: that of the view's template, or a usual one; its ID where it has none. */
export function titleAttribute(hit, template = {}) {
  const names = template.title ? [template.title] : usualNames;
  return names.find((name) => ![undefined, null, ""].includes(valueAt(hit, name))) ?? null;
}

/** What draws a hit without a template of the page's: bindings of `hit-template.js` for the attributes that the view's template names. */
export function defaultHit(hit, template = {}) {
  const title = titleAttribute(hit, template);
  const { subtitle, text, image, meta = [] } = template;
  return [
    image && h("img", { class: "hit-image", alt: "", loading: "lazy", data: { src: image } }),
    title ? h("strong", { class: "hit-title", dir: "auto", data: { highlight: title } })
      : h("strong", { class: "hit-title", dir: "auto" }, hit.objectID),
    subtitle && h("span", { class: "hit-subtitle", dir: "auto", data: { highlight: subtitle } }),
    text && h("span", { class: "hit-text", dir: "auto", data: { highlight: text } }),
    ...meta.map((each) => fact(each)),
  ].filter(Boolean).flatMap((part, index) => (index === 0 ? [part] : [" ", part]));
}

function fact({ attribute, format, currency, label }) {
  const data = format === "flag" ? { if: attribute } : { text: attribute };
  if (format === "currency") data.format = `currency ${currency ?? "USD"}`;
  else if (format === "number" || format === "rating" || format === "date") data.format = format === "date" ? "date" : "number";
  return h("span", { class: `hit-meta is-${format ?? "plain"}`, dir: "auto", data }, format === "flag" ? label ?? attribute : null);
}
