// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { h } from "./dom.js";
import { bytes, currency, date, number } from "./format.js";
import { highlighted } from "./highlight.js";
import { picture } from "./monogram.js";

const formats = {
  plain: (value) => String(value),
  number: (value) => number(Number(value)),
  currency: (value, meta) => currency(Number(value), meta.currency),
  date: (value) => date(Number(value)),
  size: (value) => bytes(Number(value)),
};

/** One hit as a card: picture, title, subtitle, text and a line of facts, by the attributes the template names. */
export function hitCard(hit) {
  const card = h("article", { class: "hit", tabindex: "-1", data: { hit: hit.objectID } });
  card.shown = { source: null };
  return card;
}

/** Draws a hit into its card if what it shows has changed. The picture's node stays while its source stays. */
export function updateHitCard(card, hit, template) {
  const parts = partsOf(hit, template);
  const source = JSON.stringify(parts);
  card.dataset.position = hit.position;
  if (card.shown.source === source) return;
  if (card.shown.picture !== parts.image || !card.pictureElement) {
    card.pictureElement = picture(parts.name, parts.image);
  }
  card.shown = { source, picture: parts.image };
  card.setAttribute("aria-label", parts.name);
  card.replaceChildren(card.pictureElement, h("div", { class: "hit-body" },
    parts.subtitle && h("p", { class: "hit-subtitle" }, highlighted(parts.subtitle)),
    h("h3", { class: "hit-title" }, highlighted(parts.title)),
    parts.text && h("p", { class: "hit-text" }, highlighted(parts.text)),
    parts.meta.length > 0 && h("ul", { class: "hit-meta" }, parts.meta.map(metaItem))));
}

function partsOf(hit, template) {
  const spans = (attribute) => {
    if (!attribute) return null;
    if (hit.highlights?.[attribute]) return hit.highlights[attribute];
    const value = hit.record[attribute];
    return value === undefined || value === null || value === "" ? null : [[words(value), false]];
  };
  const title = spans(template.title) ?? [[hit.objectID, false]];
  return {
    name: title.map(([part]) => part).join(""),
    title,
    subtitle: spans(template.subtitle),
    text: spans(template.text),
    image: hit.record[template.image] ?? null,
    meta: (template.meta ?? [])
      .map((meta) => ({ ...meta, value: hit.record[meta.attribute] }))
      .filter(({ value, format }) => value !== undefined && value !== null && !(format === "flag" && !value)),
  };
}

function words(value) {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

function metaItem(meta) {
  if (meta.format === "rating") return ratingItem(Number(meta.value));
  const format = meta.format === "flag" ? () => meta.label ?? meta.attribute : formats[meta.format] ?? formats.plain;
  return h("li", { class: `meta meta-${meta.format in formats || meta.format === "flag" ? meta.format : "plain"}` },
    format(words(meta.value), meta));
}

/** Stars filled to a fraction; listeners hear the number. */
function ratingItem(value) {
  return h("li", { class: "meta meta-rating", role: "img", "aria-label": `Rated ${number(value)} of 5` },
    h("span", { class: "stars", "aria-hidden": "true", style: { "--rating": String(value / 5) } }),
    h("span", { "aria-hidden": "true" }, value.toFixed(1)));
}
