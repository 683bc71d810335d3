// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { AnswerWatch } from "./answer-watch.js";
import { EventStream } from "./sse.js";
import { Outbox } from "./outbox.js";
import { Store } from "./store.js";

/**
 * One session as this browser lives in it: its views (`store`), its way to send (`outbox`), its connection.
 *
 * `connection` is `connecting`, `live` or `lost`; listeners of the event `connection` learn of changes. `waiting` is
 * `{ stage, by }`: whether something that was asked for has no answer yet, and who owes it (`waiting.js`); `silent` names
 * the components that nobody is at work for; listeners of `waiting` and `silent` learn of changes. `app` tells that the app
 * may be another one, `notice` that there is something to say.
 */
export class Session extends EventTarget {
  connection = "connecting";
  waiting = { stage: "none", by: null };
  silent = [];
  #api;
  #stream;
  #leaving;
  #answers;
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
    this.#answers = new AnswerWatch(api, id, {
      changed: (waiting) => {
        this.waiting = waiting;
        this.dispatchEvent(new Event("waiting"));
      },
      refused: (message) => this.#tell("notice", { message: `Not done: ${message}` }),
    });
    this.outbox.onSent = (intent, sent) => this.#answers.asked(intent, sent);
    this.#leaving = () => this.outbox.flush();
    addEventListener("pagehide", this.#leaving);
    this.#stream = new EventStream(`/api/sessions/${encodeURIComponent(id)}/events`, {
      open: () => this.#health({ components: [] }),
      event: (name, data) => this.#receive(name, data),
      lost: (problem) => this.#lost(problem),
    });
  }

  /** Leaves the session; it lives on in the server. */
  close() {
    removeEventListener("pagehide", this.#leaving);
    this.outbox.flush();
    this.outbox.stop();
    this.#answers.stop();
    this.#stream.close();
  }

  #receive(name, data) {
    this.#streamLost = false;
    this.#settle();
    if (name === "view") this.#view(data);
    else if (name === "reset") this.#reset(data);
    else if (name === "health") this.#health(data);
    else if (name === "app" || name === "notice") this.#tell(name, data);
  }

  #view(data) {
    if (!this.store.apply(data)) return;
    this.#answers.viewed(data.topic.split("/")[1], data.event.type ?? "", data.event);
  }

  #reset(data) {
    this.store.reset(data);
    this.#answers.reset(data.views);
  }

  #health({ components }) {
    this.silent = Array.isArray(components) ? components.map(String) : [];
    this.dispatchEvent(new Event("silent"));
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
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
