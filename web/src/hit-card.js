// SPDX-License-Identifier: MIT

import { attribute, h, text } from "./dom.js";
import { amountOf, bytes, currency, date, fieldWords, number } from "./format.js";
import { selectButton } from "./hit-selection.js";
import { showHighlighted } from "../client/highlight.js";
import { picture, updatePicture } from "./monogram.js";

/** Formats of numbers; another value, such as a price “on request”, is shown unchanged. */
const formats = {
  number: (amount) => number(amount),
  currency: (amount, meta) => currency(amount, meta.currency),
  date: (amount) => date(amount),
  size: (amount) => bytes(amount),
};

/**
 * One hit as a card: picture, title, subtitle, text and a line of facts, by the attributes the template names. Its title is
 * a button that spans the card: `open(hit)` is called with the hit that the card shows then. With `toggle(hit)` a further
 * button selects it.
 */
export function hitCard(open, toggle = null) {
  // A button does not end its text with an ellipsis where the lines end.
  const name = h("span");
  const title = h("button", {
    class: "hit-open", type: "button", tabindex: "-1", dir: "auto", "aria-haspopup": "dialog",
    on: { click: () => open(card.hit) },
  }, name);
  const parts = {
    picture: picture(),
    body: h("div", { class: "hit-body" }),
    subtitle: h("p", { class: "hit-subtitle", dir: "auto" }),
    title: h("h3", { class: "hit-title" }, title),
    text: h("p", { class: "hit-text", dir: "auto" }),
    words: h("div", { class: "hit-words" }),
    meta: h("ul", { class: "hit-meta" }),
  };
  const select = toggle && selectButton(() => toggle(card.hit));
  const card = h("article", { class: "hit" }, parts.picture, parts.body, select);
  card.select = select;
  card.parts = parts;
  card.open = title;
  card.texts = { subtitle: parts.subtitle, title: name, text: parts.text };
  card.metaItems = new Map();
  return card;
}

/** Draws a hit, of which a card may have shown another before. What does not change is not touched. */
export function updateHitCard(card, hit, template, position) {
  attribute(card, "data-position", position);
  if (card.hit === hit && card.template === template) return;
  card.hit = hit;
  card.template = template;
  const { parts } = card;
  const spans = {
    subtitle: spansOf(hit, template.subtitle),
    title: titleSpans(hit, template),
    text: spansOf(hit, template.text),
  };
  const name = textOf(spans.title);
  // A card that shows another hit from now on is not where the Tab key left the list.
  if (card.getAttribute("data-hit") !== hit.objectID) {
    for (const stop of [card.open, card.select]) if (stop) attribute(stop, "tabindex", -1);
  }
  if (card.select) attribute(card.select, "aria-label", `Select ${name}`);
  attribute(card, "data-hit", hit.objectID);
  updatePicture(parts.picture, name, hit.record?.[template.image] ?? null);
  const shown = Object.keys(spans).filter((part) => spans[part] !== null);
  for (const part of shown) showHighlighted(card.texts[part], spans[part]);
  const items = metaItems(card, hit, template);
  put(parts.meta, items);
  parts.meta.classList.toggle("has-flag", items.some((item) => item.classList.contains("meta-flag")));
  put(parts.words, shown.filter((part) => part !== "subtitle").map((part) => parts[part]));
  put(parts.body, [spans.subtitle && parts.subtitle, parts.words, items.length > 0 && parts.meta].filter(Boolean));
}

/** What a hit is called. */
export function hitTitle(hit, template) {
  return textOf(titleSpans(hit, template));
}

/** What the template names; without a word of it, what most records are called by. */
function titleSpans(hit, template) {
  const names = template.title ? [template.title] : ["title", "name"];
  return names.map((name) => spansOf(hit, name)).find((spans) => spans !== null) ?? [[hit.objectID, false]];
}

function textOf(spans) {
  return spans.map(([part]) => part).join("");
}

/** Makes elements the children of a parent; those that stay are not taken out. */
function put(parent, elements) {
  for (const child of [...parent.children]) if (!elements.includes(child)) child.remove();
  elements.forEach((element, index) => {
    const present = parent.children[index] ?? null;
    if (element !== present) parent.insertBefore(element, present);
  });
}

function spansOf(hit, attributeName) {
  if (!attributeName) return null;
  const highlights = hit.highlights?.[attributeName];
  // Invalid highlights mark nothing: the searcher may be a third-party program.
  if (Array.isArray(highlights) && highlights.every(Array.isArray)) return highlights;
  const value = hit.record?.[attributeName];
  return value === undefined || value === null || value === "" ? null : [[fieldWords(value), false]];
}

/** The facts of a hit; each kind of fact keeps its element. */
function metaItems(card, hit, template) {
  return (template.meta ?? []).flatMap((meta, index) => {
    const value = hit.record?.[meta.attribute];
    if (value === undefined || value === null || (meta.format === "flag" && !value)) return [];
    const isRating = meta.format === "rating" && amountOf(value) !== null;
    const name = `${index} ${isRating} ${meta.format} ${meta.attribute}`;
    let item = card.metaItems.get(name);
    if (!item) {
      item = isRating ? ratingItem() : h("li", { class: `meta meta-${formatName(meta)}`, dir: "auto" });
      card.metaItems.set(name, item);
    }
    if (isRating) showRating(item, amountOf(value));
    else text(item, factOf(meta, value));
    return [item];
  });
}

function formatName({ format }) {
  return format === "flag" || Object.hasOwn(formats, format ?? "") ? format : "plain";
}

/** A fact in words, as its entry in the template says. */
export function factOf(meta, value) {
  if (meta.format === "flag") return meta.label ?? meta.attribute;
  if (Array.isArray(value)) return value.map((each) => factOf(meta, each)).join(", ");
  const amount = amountOf(value);
  return amount === null || !Object.hasOwn(formats, meta.format ?? "") ? fieldWords(value) : formats[meta.format](amount, meta);
}

/** Stars filled to a fraction; listeners hear the number. */
function ratingItem() {
  return h("li", { class: "meta meta-rating" },
    h("span", { class: "rating", role: "img" },
      h("span", { class: "stars", "aria-hidden": "true" }), h("span", { "aria-hidden": "true" })));
}

function showRating({ firstChild: item }, value) {
  const label = `Rated ${number(value)} of 5`;
  if (item.getAttribute("aria-label") === label) return;
  attribute(item, "aria-label", label);
  item.firstChild.style.setProperty("--rating", String(value / 5));
  text(item.lastChild, number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
}
