// SPDX-License-Identifier: MIT

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** Words for people who listen behind the count of a value. */
function addUnit(row) {
  row.firstChild.append(h("span", { class: "unit visually-hidden" }));
}

const optionIcons = { recent: "clock", filter: "sliders", url: "link" };

/** What the console adds to parts of the client's elements: its icons, its buttons, words for people who listen. */
const additions = {
  "clear-search": (button) => {
    button.classList.add("icon-button");
    button.replaceChildren(icon("close"));
  },
  category: addUnit,
  clear: (button) => button.classList.add("button"),
  exclude: (button) => button.replaceChildren(icon("close")),
  filter: (button) => button.append(icon("close")),
  any: (button) => button.classList.add("link-button"),
  forget: (button) => button.classList.add("link-button"),
  more: (button) => button.classList.add("link-button"),
  option: (option) => option.prepend(icon(optionIcons[option.dataset.kind] ?? optionIcons[option.dataset.does] ?? "search")),
  "option-remove": (button) => {
    button.classList.add("icon-button");
    button.replaceChildren(icon("close"));
  },
  place: (button) => button.classList.add("link-button"),
  search(row) {
    const [apply, rename, remove] = row.children;
    row.classList.add("saved-row");
    apply.classList.add("saved-name");
    rename.classList.add("button", "saved-rename");
    remove.classList.add("icon-button");
    remove.replaceChildren(icon("close"));
  },
  suggestion(row) {
    const [search, fill] = row.children;
    row.classList.add("suggestion-row");
    search.classList.add("suggestion");
    search.prepend(icon("search"));
    search.querySelector(".label").classList.add("suggestion-label");
    search.querySelector(".place").classList.add("suggestion-place");
    fill.classList.add("icon-button", "suggestion-fill");
    fill.replaceChildren(icon("undo"));
  },
  value: addUnit,
  select: (box) => box.classList.add("menu-box"),
  "value-search": (element) => element.prepend(icon("search")),
};

/** Adds it to a part that was made. */
export function made(name, part) {
  additions[name]?.(part);
}

/**
 * An element of the client's that draws for a controller: what it sends the controller sends, and `show` draws a view.
 *
 * It has a name of the console's, `console-…`: a page of others may have the client's module and the console's inspector.
 */
export function drawn(name, Element, { send, announce }, attributes = {}, ...children) {
  const tag = `console-${name}`;
  if (!customElements.get(tag)) customElements.define(tag, class extends Element { made = made; });
  const element = h(tag, { ...attributes, on: { announce: ({ detail }) => announce(detail.message) } }, ...children);
  element.use({ send });
  return element;
}

/** A choice with its title beside it. */
export function choice(name, Element, given, title = Element.title) {
  return drawn(name, Element, given, { class: "choice", hidden: true },
    h("label", {}, h("span", { dir: "auto" }, title), h("select")));
}

/** A controller that is an element of the client's. */
export class Drawn {
  constructor(element) {
    this.element = element;
  }

  render(view) {
    this.element.show(view);
  }
}
