// SPDX-License-Identifier: MIT
// Part of SearchBus.

import "./pages/events.js";
import "./pages/search.js";
import "./pages/system.js";
import { Announcer } from "./announce.js";
import { Api } from "./api.js";
import { Backoff, pause } from "./backoff.js";
import { h } from "./dom.js";
import { showLocked } from "./pages/locked.js";
import { recall, remember } from "./memory.js";
import { Router } from "./router.js";
import { Session } from "./session.js";
import { Shell } from "./shell.js";

const pages = { search: "search-page", events: "events-page", system: "system-page" };

/** The console: finds out what runs, enters a session, and shows the page that the URL names. */
class Console {
  #api = new Api();
  #announcer = new Announcer();
  #router = new Router(Object.keys(pages));
  #app;
  #shell;
  #session = null;
  #shown = null;

  async start() {
    this.#api.onLocked = () => showLocked();
    this.#app = await this.#untilAnswered(() => this.#api.app());
    this.#shell = new Shell({
      app: this.#app, router: this.#router, announce: this.#announcer.announce, newSession: () => this.#newSession(),
    });
    document.body.replaceChildren(...this.#shell.elements, this.#announcer.element);
    this.#router.addEventListener("change", () => this.#follow());
    await this.#follow();
  }

  /** Brings session and page in line with the URL. A URL without a session gets the last one, or a new one. */
  async #follow() {
    const id = this.#router.session;
    if (id === null) {
      const known = recall("session") ?? (await this.#untilAnswered(() => this.#api.createSession())).session;
      // While that was awaited the person may have opened a link, which counts for more.
      if (this.#router.session !== null) return;
      this.#router.go(this.#router.link(this.#router.page, known), { replace: true });
      return;
    }
    if (this.#session?.id !== id) this.#enter(id);
    const place = `${this.#router.page} ${id}`;
    this.#shell.update();
    if (this.#shown === place) return;
    this.#shown = place;
    const page = document.createElement(pages[this.#router.page]);
    page.context = {
      api: this.#api, app: this.#app, router: this.#router, session: this.#session, announce: this.#announcer.announce,
    };
    this.#shell.show(page);
  }

  #enter(id) {
    this.#session?.close();
    this.#session = new Session(this.#api, id);
    this.#shell.follow(this.#session);
    remember("session", id);
  }

  async #newSession() {
    const { session } = await this.#untilAnswered(() => this.#api.createSession());
    this.#router.go(this.#router.link("search", session));
    this.#announcer.announce("A new session has begun");
  }

  /** Asks until there is an answer; a gateway that is still starting is no reason for an empty page. */
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
