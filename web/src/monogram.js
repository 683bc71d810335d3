// SPDX-License-Identifier: MIT

import { h, imageURL, text } from "./dom.js";
import { hueOf } from "./hue.js";

/** The place of a hit's picture. */
export function picture() {
  return h("div", { class: "picture", "aria-hidden": "true" });
}

/** Draws a picture: its image, or, without one or when it does not load, a monogram in a colour of its own. */
export function updatePicture(frame, title, source) {
  const url = imageURL(source);
  if (frame.shown?.title === title && frame.shown.url === url) return;
  const sameImage = url !== null && frame.shown?.url === url;
  frame.shown = { title, url };
  if (sameImage && !frame.classList.contains("is-monogram")) return;
  if (url === null) {
    showMonogram(frame, title);
    return;
  }
  const failed = () => {
    if (frame.shown.url === url) showMonogram(frame, frame.shown.title);
  };
  frame.classList.remove("is-monogram");
  frame.replaceChildren(h("img", { src: url, alt: "", loading: "lazy", decoding: "async", on: { error: failed } }));
}

function showMonogram(frame, title) {
  frame.style.setProperty("--hue", hueOf(title));
  if (frame.classList.contains("is-monogram")) {
    text(frame.firstChild, initials(title));
    return;
  }
  frame.classList.add("is-monogram");
  frame.replaceChildren(h("span", {}, initials(title)));
}

function initials(title) {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? ["?"];
  return words.slice(0, 2).map((word) => [...word][0].toUpperCase()).join("");
}
