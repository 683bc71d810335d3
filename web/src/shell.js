// SPDX-License-Identifier: MIT

import { retryNow } from "../client/backoff.js";
import { button, iconButton } from "./buttons.js";
import { attribute, h, text } from "./dom.js";
import { HistoryButtons } from "./history-buttons.js";
import { PageNote } from "./page-note.js";
import { keysHint } from "./roving.js";
import { limitNote } from "./session-limit.js";
import { SessionLink } from "./session-link.js";
import { toggleTheme } from "./theme.js";

const patience = 700;

/** The frame around every page: the top bar, the reconnecting banner, short messages, and the place of the page. */
export class Shell {
  #router;
  #pages;
  #access;
  #announce;
  #title;
  #session = null;
  #unwatch = null;
  #history = new HistoryButtons();
  #link;
  #heading = h("strong");
  #subheading = h("small");
  #lostTimer = 0;
  #toastTimer = 0;
  #links;
  #sessionName = h("code", { class: "session-name" });
  #connection = h("span", { class: "connection", role: "img" });
  #visit = h("aside", { class: "visit-note", "aria-label": "About this session", hidden: true });
  #note = new PageNote();
  #length = new PageNote();
  // It is not read out: each second would be.
  #countdown = h("span", { "aria-hidden": "true" }, "…");
  #countdownTimer = 0;
  #banner = h("div", { class: "reconnecting", role: "status", hidden: true },
    h("span", { class: "spinner" }), h("span", {}, "Reconnecting", this.#countdown), button("Retry now", retryNow));
  #toast = h("div", { class: "toast", hidden: true });
  #place = h("main", { id: "page", tabindex: "-1" });

  constructor({ app, api, access, router, pages, announce, newSession }) {
    this.#router = router;
    this.#pages = pages;
    this.#access = access;
    this.#announce = announce;
    this.#link = new SessionLink({ api, access, router, say: (message) => this.say(message) });
    // A page with a parent has no link of its own in the top bar; that page leads to it.
    this.#links = router.pages.filter((page) => pages[page].parent === undefined)
      .map((page) => h("a", { data: { page } }, pages[page].title));
    this.elements = [
      h("a", { class: "skip-link", href: "#page", on: { click: (event) => this.#skip(event) } }, "Skip to the page"),
      h("header", { class: "topbar" },
        h("a", { class: "brand", href: "#/search" }, h("img", { src: document.querySelector("link[rel=icon]").href, alt: "", width: 28, height: 28 }),
          h("span", { class: "brand-words" }, this.#heading, this.#subheading)),
        h("nav", { class: "nav", "aria-label": "Pages" }, this.#links),
        h("div", { class: "session", role: "group", "aria-label": "Session" },
          this.#connection, this.#sessionName,
          this.#history.elements,
          // Its links lead to whom the console is open.
          access.isWide ? [...this.#link.elements, iconButton("plus", "New session", "new-session", newSession)] : null),
        iconButton("sun", "Switch between light and dark", "theme", () => this.#announce(`Theme: ${toggleTheme()}`))),
      this.#visit, this.#note.element, this.#length.element, this.#banner, this.#place, this.#toast,
      keysHint(),
    ];
    this.name(app);
  }

  /** Takes the words at the top from an app. */
  name(app) {
    this.#title = app.console?.title ?? app.name ?? "SearchBus";
    text(this.#heading, this.#title);
    text(this.#subheading, app.console?.subtitle ?? "SearchBus");
    if (this.#router.session !== null) this.update();
  }

  /** Shows a page in place of the one before. */
  show(page) {
    const first = this.#place.childElementCount === 0;
    this.#place.replaceChildren(page);
    if (!first) this.#place.focus({ preventScroll: true });
  }

  /** Brings the links in line with the URL. */
  update() {
    const shown = this.#pages[this.#router.page];
    document.title = `${shown.title} · ${this.#title}`;
    for (const link of this.#links) {
      const page = link.dataset.page;
      attribute(link, "href", this.#router.link(page, this.#router.session));
      const current = page === this.#router.page ? "page" : page === shown.parent ? "true" : null;
      attribute(link, "aria-current", current);
    }
  }

  /** Shows a session's name and how its connection does. */
  follow(session) {
    this.#session = session;
    text(this.#sessionName, session.id);
    attribute(this.#sessionName, "data-session", session.id);
    session.addEventListener("connection", () => this.#showConnection(session));
    session.addEventListener("retry", () => this.#countDown(session));
    session.addEventListener("notice", ({ detail }) => this.say(detail.message));
    this.#unwatch?.();
    this.#showState(session, null);
    this.#unwatch = session.view("session").subscribe((view) => this.#showState(session, view ?? null));
    this.#showConnection(session);
  }

  /** What can be undone, and the link to what is shown. */
  #showState(session, view) {
    this.#history.follow(session, session.isReadOnly ? null : view);
    const notes = [this.#access.noteOn(session.id), limitNote(view)].filter((note) => note !== null);
    text(this.#visit, notes.join(" "));
    attribute(this.#visit, "hidden", notes.length === 0);
    const link = typeof view?.link === "string" ? view.link : null;
    const isTooLong = view !== null && link === null;
    this.#link.follow(link, isTooLong);
    if (!isTooLong) this.#length.hide();
    else this.#length.show("The current state is too large for a link, so the address does not include it. A reload keeps it, and so does a link to this session.",
      this.#access.isWide ? { words: "Copy a link to this session", act: () => this.#link.share() } : null);
  }

  /** Says something that stays until it is dismissed. */
  note(message) {
    this.#note.show(message);
  }

  /** Counts the seconds until the next attempt to connect. */
  #countDown(session) {
    if (session !== this.#session) return;
    clearTimeout(this.#countdownTimer);
    const left = session.retryAt === null ? 0 : session.retryAt - performance.now();
    text(this.#countdown, left > 0 ? ` in ${Math.ceil(left / 1_000)} s` : "…");
    if (left > 0) this.#countdownTimer = setTimeout(() => this.#countDown(session), left % 1_000 || 1_000);
  }

  /** The dot changes at once, the banner only when the loss lasts: short interruptions are not reported. */
  #showConnection(session) {
    if (session !== this.#session) return;
    const state = session.connection;
    attribute(this.#connection, "data-connection", state);
    const words = { live: "Connected", lost: "Connection lost", connecting: "Connecting" }[state];
    attribute(this.#connection, "aria-label", words);
    attribute(this.#connection, "title", words);
    clearTimeout(this.#lostTimer);
    if (state !== "lost") attribute(this.#banner, "hidden", true);
    else this.#lostTimer = setTimeout(() => attribute(this.#banner, "hidden", false), patience);
  }

  /** Says something in passing. */
  say(message) {
    // A region that was hidden is not read by everyone; the page's own one always is there.
    this.#announce(message);
    text(this.#toast, message);
    attribute(this.#toast, "hidden", false);
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => attribute(this.#toast, "hidden", true), 4_000);
  }

  /** The fragment holds the place, so the skip link moves the focus itself. */
  #skip(event) {
    event.preventDefault();
    this.#place.focus();
  }
}
