// SPDX-License-Identifier: MIT

import { Access } from "./access.js";
import { Announcer } from "./announce.js";
import { Api } from "../client/api.js";
import { BusPage } from "./pages/bus.js";
import { Backoff, pause } from "../client/backoff.js";
import { GalleryPage } from "./pages/gallery.js";
import { h } from "./dom.js";
import { InsightsPage } from "./pages/insights.js";
import { isFailedVisit, showLocked } from "./pages/locked.js";
import { newSession } from "../client/new-session.js";
import { PastScreen } from "./inspector/past-screen.js";
import { recall, remember } from "./memory.js";
import { ReplayPage } from "./pages/replay.js";
import { Router } from "./router.js";
import { SearchPage } from "./pages/search.js";
import { Session } from "../client/session.js";
import { Shell } from "./shell.js";

// The pages by their names in URLs, in the order of the links to them.
const pages = {
  search: SearchPage, insights: InsightsPage, bus: BusPage, gallery: GalleryPage, replay: ReplayPage,
};

/** The console: finds out what runs, enters a session, and shows the page that the URL names. */
class Console {
  #api = new Api();
  #announcer = new Announcer();
  #router;
  #app;
  #access;
  #shell;
  #session = null;
  #shown = null;
  #page = null;
  #revision = null;
  /** The sessions that this page has made. */
  #made = new Set();

  async start() {
    if (isFailedVisit()) return showLocked();
    this.#api.onLocked = () => showLocked();
    this.#app = await this.#untilAnswered(() => this.#api.app());
    this.#access = new Access(this.#app.access);
    // A link to a session shows only that session.
    this.#router = new Router(this.#access.isWide ? Object.keys(pages) : ["search"]);
    this.#revision = this.#app.revision ?? null;
    this.#shell = new Shell({
      app: this.#app, api: this.#api, access: this.#access, router: this.#router, pages, announce: this.#announcer.announce,
      newSession: () => this.#newSession(),
    });
    document.body.replaceChildren(...this.#shell.elements, this.#announcer.element);
    this.#router.addEventListener("change", () => this.#follow());
    await this.#follow();
  }

  /** Brings session and page in line with the URL. A URL without a session gets the last one, or a new one. */
  async #follow() {
    const id = this.#router.session;
    if (id === null) {
      const known = await this.#sessionToEnter();
      // While that was awaited the person may have opened a link, which counts for more.
      if (this.#router.session !== null) return;
      this.#router.go(this.#router.link(this.#router.page, known), { replace: true });
      return;
    }
    if (!this.#access.opens(id)) {
      this.#shell.say(`You don’t have access to the session ${id}.`);
      this.#router.go(this.#router.link(this.#router.page, this.#access.session), { replace: true });
      return;
    }
    if (this.#session?.id !== id) this.#enter(id);
    const place = `${this.#router.page} ${id}`;
    this.#shell.update();
    if (this.#shown === place) return;
    this.#shown = place;
    this.#page = new pages[this.#router.page]();
    this.#page.context = {
      api: this.#api, app: this.#app, access: this.#access, router: this.#router, session: this.#session,
      announce: this.#announcer.announce, PastScreen,
    };
    this.#shell.show(this.#page);
  }

  /** Where the URL names no session: one that begins as its permalink says, the last one, or a new one. */
  async #sessionToEnter() {
    if (!this.#access.isWide) return this.#access.session;
    const link = this.#router.permalink;
    if (link === null && recall("session") !== null) return recall("session");
    return this.#make(link);
  }

  async #make(link = null) {
    const { session } = await this.#untilAnswered(() => this.#createSession(link));
    this.#made.add(session);
    return session;
  }

  #createSession(link = null) {
    return newSession(this.#api, link, { unreadable: (message) => this.#shell.note(message) });
  }

  #enter(id) {
    this.#session?.close();
    const mayUse = this.#access.uses(id);
    // A typed name may not have a session yet.
    const session = new Session(this.#api, { id, mayBeNew: mayUse && !this.#made.has(id) && recall("session") !== id });
    session.isReadOnly = !mayUse;
    // Why it is refused, the shell shows.
    session.open().catch(() => {});
    this.#session = session;
    this.#shell.follow(session);
    session.addEventListener("app", ({ detail }) => this.#appMayHaveChanged(session, detail.revision));
    session.view("session").subscribe((view) => {
      if (session === this.#session && view) this.#router.showPermalink(typeof view.link === "string" ? view.link : null);
    });
    if (this.#access.isWide) remember("session", id);
  }

  /** An app that changed while its page is open: the widgets that came, went or changed do so on the page. */
  async #appMayHaveChanged(session, revision) {
    const isKnown = this.#revision === null || this.#revision === revision;
    this.#revision = revision;
    if (isKnown) return;
    const app = await this.#untilAnswered(() => this.#api.app());
    if (session !== this.#session || this.#revision !== revision) return;
    this.#app = app;
    this.#shell.name(app);
    this.#page?.appChanged?.(app);
  }

  async #newSession() {
    const session = await this.#make();
    this.#router.leaveTo(this.#router.link("search", session));
    this.#announcer.announce("A new session has begun");
  }

  /** Retries until there is a response; a starting gateway must not cause an empty page. */
  async #untilAnswered(ask) {
    const backoff = new Backoff();
    for (;;) {
      try {
        return await ask();
      } catch (problem) {
        if (problem.status === 401) return new Promise(() => {});
        if (!this.#shell) showWaiting();
        await pause(backoff.next());
      }
    }
  }
}

function showWaiting() {
  document.body.replaceChildren(h("p", { class: "starting", role: "status" }, "Waiting for SearchBus…"));
}

new Console().start();
