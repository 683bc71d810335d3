// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { iconButton } from "./buttons.js";
import { attribute, h } from "./dom.js";
import { showInvitation } from "./session-invitation.js";

/**
 * The button that offers links: to the session, which whoever opens it shares from then on, and to what it shows now, of
 * which whoever opens it gets a copy. Those who may make links are offered one for people without a right, too.
 */
export class SessionLink {
  #router;
  #say;
  #permalink = null;
  #menu;
  #copyItem;
  #tooLong = h("p", { class: "menu-note", hidden: true }, "What it shows now is too much for a link. A link to this session shows it.");
  elements;

  constructor({ api, access, router, say }) {
    this.#router = router;
    this.#say = say;
    this.#copyItem = this.#item("Copy a link to what it shows now", "Whoever opens it begins there, on their own.",
      () => this.#copy(this.#router.addressOf(this.#permalink),
        "The link is copied. Whoever may open this console and follows it begins with what you see now."));
    this.#menu = h("div", { class: "menu", popover: "auto", id: "session-link", role: "group", "aria-label": "Links" },
      this.#item("Copy a link to this session", "Whoever opens it shares it: each sees what the other does.",
        () => this.share()),
      this.#copyItem, this.#tooLong,
      access.administers ? this.#item("Let somebody in…", "A link for people who may not open this console: to search along, or to look on.",
        () => showInvitation({ api, session: this.#router.session })) : null);
    const opener = iconButton("link", "Links to this session", "links", () => {});
    // The browser's own way to open it: a click on the button closes an open menu as well.
    attribute(opener, "popovertarget", "session-link");
    this.elements = [opener, this.#menu];
  }

  /** The permalink in force; null where the session has none, as with `isTooLong` one whose state fits into no link. */
  follow(permalink, isTooLong = false) {
    this.#permalink = permalink;
    attribute(this.#copyItem, "hidden", permalink === null);
    attribute(this.#tooLong, "hidden", !isTooLong);
  }

  /** Copies a link to the session itself. */
  share() {
    return this.#copy(this.#router.address,
      "The link is copied. Whoever may open this console and follows it sees this session, live.");
  }

  #item(title, hint, choose) {
    return h("button", { class: "menu-item", type: "button", on: { click: () => { this.#menu.hidePopover(); choose(); } } },
      h("strong", {}, title), h("small", {}, hint));
  }

  async #copy(address, words) {
    try {
      await navigator.clipboard.writeText(address);
      this.#say(words);
    } catch {
      this.#say(`Copy it by hand: ${address}`);
    }
  }
}
