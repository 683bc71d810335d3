// SPDX-License-Identifier: MIT

import { fill } from "../client/dom.js";

// What the console draws with: that of the client, and what only the console needs.
export { attribute, h, keyed, text } from "../client/dom.js";

const svgNamespace = "http://www.w3.org/2000/svg";

/** Makes an SVG element; otherwise like `h`. */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNamespace, tag), attributes, children);
}

/** A URL that may be loaded as an image, or null: https, this server, and image data, as the security policy says. */
export function imageURL(value) {
  if (typeof value !== "string" || value === "") return null;
  if (/^data:image\//i.test(value)) return value;
  try {
    const url = new URL(value, location.href);
    return url.protocol === "https:" || url.origin === location.origin ? url.href : null;
  } catch {
    return null;
  }
}
