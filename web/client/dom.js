// SPDX-License-Identifier: MIT

// Builds DOM. There is no markup anywhere: every text becomes a text node, so no field of a record, query or topic can turn
// into an element (design, guarantee 7).

/**
 * Makes an element: `h("button", { class: "button", type: "button", on: { click } }, "Save")`.
 * `on` holds listeners, `data` the data attributes, `style` custom properties; everything else is an attribute, where
 * true means present and false, null and undefined mean absent.
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Gives an element, whatever its namespace, its listeners, attributes and children. */
export function fill(element, { on, data, style, ...attributes }, children) {
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener);
  for (const [name, value] of Object.entries(data ?? {})) element.dataset[name] = value;
  for (const [name, value] of Object.entries(style ?? {})) element.style.setProperty(name, value);
  for (const [name, value] of Object.entries(attributes)) attribute(element, name, value);
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets, or for false, null and undefined removes, an attribute; writes only when it changes. */
export function attribute(element, name, value) {
  if (value === false || value === null || value === undefined) {
    element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets an element's text, writing only when it changes, so that selections and live regions stay undisturbed. */
export function text(element, value) {
  const words = String(value ?? "");
  const node = element.firstChild;
  // Another text in the node that is there costs a browser less than another node.
  if (words !== "" && node?.nodeType === Node.TEXT_NODE && node === element.lastChild) {
    if (node.data !== words) node.data = words;
  } else if (element.textContent !== words) {
    element.textContent = words;
  }
}

/**
 * Makes `parent`'s children those of `items`, in order, reusing the element of each key: what stays on the screen keeps
 * its node, its focus and its loaded image, so nothing flickers. `update(element, item, index)` draws.
 *
 * With `recycle` an element shows whichever item comes at its position, so nothing is moved in the DOM, which costs a
 * browser more than other texts; then `update` must set everything that an item shows. An element keeps its item, as long
 * as that is among the items, if it has the focus or the pointer, or if `keeps(element)` is true. One with the focus is never
 * given another item.
 */
export function keyed(parent, items, { key, create, update, recycle = false, keeps = () => false }) {
  const old = parent.keyedElements ?? new Map();
  const wanted = new Map();
  for (const item of items) if (!wanted.has(key(item))) wanted.set(key(item), item);
  // In a shadow tree the document only has its host.
  const root = parent.getRootNode();
  const focused = root.activeElement;
  const hovered = recycle ? parent.querySelector(":scope > :hover") : null;
  const kept = new Map();
  const spare = new Set();
  for (const [name, element] of old) {
    const hasFocus = element.contains(focused);
    if (wanted.has(name) && (!recycle || hasFocus || element === hovered || keeps(element))) kept.set(name, element);
    else if (recycle && !hasFocus) spare.add(element);
    else element.remove();
  }
  const next = new Map();
  let place = parent.firstChild;
  for (const [name, item] of wanted) {
    let element = kept.get(name);
    if (element) while (spare.has(place)) place = place.nextSibling;
    else element = takeSpare(spare, place) ?? create(item);
    update(element, item, next.size);
    next.set(name, element);
    if (element === place) place = place.nextSibling;
    else parent.insertBefore(element, place);
  }
  for (const element of spare) element.remove();
  parent.keyedElements = next;
  // A node that is moved loses the focus, and with it the person at the keyboard their place.
  if (focused !== root.activeElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}

/** A free element, if possible the one that is at the position. */
function takeSpare(spare, place) {
  const taken = spare.has(place) ? place : spare.values().next().value;
  spare.delete(taken);
  return taken;
}
