// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { EventStream } from "./sse.js";
import { Outbox } from "./outbox.js";
import { Store } from "./store.js";

/**
 * One session as this browser lives in it: its views (`store`), its way to send (`outbox`), its connection.
 *
 * `connection` is `connecting`, `live` or `lost`; listeners of the event `connection` learn of changes.
 */
export class Session extends EventTarget {
  connection = "connecting";
  #api;
  #stream;
  #leaving;
  #streamLost = null;
  #postsFail = false;

  constructor(api, id) {
    super();
    this.id = id;
    this.#api = api;
    this.store = new Store();
    this.outbox = new Outbox(api, id);
    this.outbox.onTrouble = (trouble) => {
      this.#postsFail = trouble;
      this.#settle();
    };
    this.#leaving = () => this.outbox.flush();
    addEventListener("pagehide", this.#leaving);
    this.#stream = new EventStream(`/api/sessions/${encodeURIComponent(id)}/events`, {
      event: (name, data) => this.#receive(name, data),
      lost: (problem) => this.#lost(problem),
    });
  }

  /** Leaves the session; it lives on in the server. */
  close() {
    removeEventListener("pagehide", this.#leaving);
    this.outbox.flush();
    this.outbox.stop();
    this.#stream.close();
  }

  #receive(name, data) {
    this.#streamLost = false;
    this.#settle();
    if (name === "reset") this.store.reset(data);
    else if (name === "view") this.store.apply(data);
    else if (name === "notice") this.dispatchEvent(new CustomEvent("notice", { detail: data }));
  }

  async #lost(problem) {
    if (problem.status === 401) return this.#api.onLocked();
    if (problem.status === 404 && (await this.#create())) return;
    this.#streamLost = true;
    this.#settle();
  }

  /** A link may name a session that does not exist yet, or no more: it is made under that id. */
  #create() {
    return this.#api.putSession(this.id).then(() => true, () => false);
  }

  #settle() {
    const lost = this.#streamLost || this.#postsFail;
    const connection = lost ? "lost" : this.#streamLost === null ? "connecting" : "live";
    if (this.connection === connection) return;
    this.connection = connection;
    this.dispatchEvent(new Event("connection"));
  }
}
