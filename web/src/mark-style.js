// SPDX-License-Identifier: MIT

const color = /^(#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]{3,24})$/i;
const properties = { color: "--mark-ink", background: "--mark" };

/** Sets the colours of a view on the marks within an element; invalid colours are ignored. */
export function markStyle(element, style) {
  for (const [name, property] of Object.entries(properties)) {
    const value = style?.[name];
    const isColor = typeof value === "string" && color.test(value) && CSS.supports("color", value);
    if (!isColor) element.style.removeProperty(property);
    else if (element.style.getPropertyValue(property) !== value) element.style.setProperty(property, value);
  }
}
