// SPDX-License-Identifier: MIT

import { iconButton } from "./buttons.js";
import { attribute, h } from "./dom.js";
import { showInvitation } from "./session-invitation.js";

/**
 * The button that offers links: to the session, which its users then share, and to its current state, of
 * which they get a copy. Users who may create links are also offered one for users without a key.
 */
export class SessionLink {
  #router;
  #say;
  #permalink = null;
  #menu;
  #copyItem;
  #tooLong = h("p", { class: "menu-note", hidden: true }, "Its state is too large for a link. Share a link to this session instead.");
  elements;

  constructor({ api, access, router, say }) {
    this.#router = router;
    this.#say = say;
    this.#copyItem = this.#item("Copy a link to these results", "Opens a separate session with the same search.",
      () => this.#copy(this.#router.addressOf(this.#permalink),
        "The link was copied. Users with access to this console start with what you see now."));
    this.#menu = h("div", { class: "menu", popover: "auto", id: "session-link", role: "group", "aria-label": "Links" },
      this.#item("Copy a link to this session", "Everyone with the link searches together.",
        () => this.share()),
      this.#copyItem, this.#tooLong,
      access.administers ? this.#item("Share…", "A link for users without access to this console: to search together, or only to view.",
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
      "The link was copied. Users with access to this console see this session live.");
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
