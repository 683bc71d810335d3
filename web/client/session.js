// SPDX-License-Identifier: MIT

import { AnswerWatch } from "./answer-watch.js";
import { Backoff, pause } from "./backoff.js";
import { KnownViews } from "./known-views.js";
import { EventStream } from "./sse.js";
import { newSession } from "./new-session.js";
import { newID, Outbox } from "./outbox.js";
import { onPage } from "./page.js";
import { Store } from "./store.js";
import { View } from "./view.js";

/**
 * One session as this browser lives in it: the views of its widgets, what is sent, the connection.
 *
 * `connection` is `connecting`, `live` or `lost`; listeners of the event `connection` learn of changes. `problem` is why
 * it is not live, or null; the event of that name comes with each. `waiting` is `{ stage, by }`: whether an intent has no outcome yet, and its addressee
 * (`waiting.js`); `silent` has the components whose process does not respond; listeners of `waiting` and `silent` are notified of
 * changes. `app` means that the app may be another one, `notice` has a message, such as of a widget that the app does not have.
 */
export class Session extends EventTarget {
  /** The session's id; null until one without an id is open. */
  id;
  connection = "connecting";
  problem = null;
  /** When the next attempt to connect begins, by `performance.now()`; null while none is waited for. Listeners of `retry` are notified. */
  retryAt = null;
  waiting = { stage: "none", by: null };
  silent = [];
  /** The names of the processes that do not answer. */
  silentProcesses = [];
  /** Why the server accepts no intents at the moment, `{ code, message }`, or null. */
  appendProblem = null;
  #api;
  #link;
  #mayBeNew;
  #after;
  #store;
  #views = new Map();
  #knownViews = new KnownViews((problem) => this.#warn(problem));
  #arrivals = new Map();
  #outbox;
  #stream = null;
  #answers;
  #opened = null;
  #closed = new AbortController();
  #streamLost = null;
  #postsFail = false;

  /**
   * A session with an id is resumed, or created if it does not exist. Without an id a new one is created, with
   * the state of the permalink `link`. `initial` is what a server read with `GET /api/sessions/ID` when it rendered the page:
   * its views are there at once, and only what has changed since is fetched. With `mayBeNew` a session with an id is created before its stream
   * is opened, which saves a failed request if it does not exist.
   */
  constructor(api, { id = null, link = null, initial = null, mayBeNew = false } = {}) {
    super();
    this.id = id ?? initial?.session ?? null;
    this.#api = api;
    this.#link = link;
    this.#mayBeNew = mayBeNew;
    this.#after = initial === null ? null : `${initial.epoch}-${initial.sequence}`;
    this.#store = new Store(initial);
    this.#outbox = new Outbox(api);
    this.#outbox.onTrouble = (trouble) => {
      this.#postsFail = trouble;
      this.#settle();
    };
    this.#answers = new AnswerWatch(api, () => this.id, {
      changed: (waiting) => {
        this.waiting = waiting;
        this.dispatchEvent(new Event("waiting"));
      },
      refused: (message) => this.#tell("notice", { message: `Couldn’t apply the change: ${message}` }),
      epoch: initial?.epoch ?? null,
    });
    this.#outbox.onSent = ({ id, to }, sent) => this.#answers.asked(id, to, sent);
  }

  /**
   * Creates the session if it has no id, then follows its views and sends what waits. Resolves with the session once its stream is
   * open. Rejects with a `Problem`, and ends all attempts, if the session is refused: an invalid ID, or a key that is invalid
   * or does not permit it. Every other failure is retried, here and after every loss: each is an event `problem`.
   */
  open() {
    this.#opened ??= this.#open().catch((problem) => {
      this.#opened = null;
      throw problem;
    });
    return this.#opened;
  }

  /** Leaves the session; it lives on in the server. */
  close() {
    if (this.#closed.signal.aborted) return;
    this.#closed.abort();
    this.#outbox.flush();
    this.#outbox.stop();
    this.#answers.stop();
    this.#stream?.close();
  }

  /** The gateway's calls, for `devtools.js`, which may be bundled apart from this. */
  get [Symbol.for("searchbus.api")]() {
    return this.#api;
  }

  /** The view of a widget, the same object for each name: `current`, `subscribe(callback)`, `send(type, data)`. */
  view(widget) {
    if (!this.#views.has(widget)) {
      this.#views.set(widget, new View(widget, this.#store, this.#outbox, () => this.#knownViews.read(widget)));
    }
    return this.#views.get(widget);
  }

  /**
   * Sends an intent, `{ to, type, data }`. The promise is kept with `{ id, sequence, sentAt }` once it is on the log, with null if a
   * later one took its place before it left, and broken with a `Problem` if it was refused. With `latest` it replaces a
   * waiting intent of the same type to the same widget, as typing and dragging want. Repeats after failures are made here.
   */
  send({ to, type, data = {} }, { latest = false } = {}) {
    return this.#outbox.send(to, type, data, { latest });
  }

  /**
   * The event of the last view of a widget, `{ id, at }`, where `at` is when its bytes came by `performance.now()`; undefined if it came
   * with the whole state.
   */
  arrivalOf(widget) {
    return this.#arrivals.get(widget);
  }

  async #open() {
    const { signal } = this.#closed;
    if (this.id === null) this.id = await this.#make(signal);
    else if (this.#mayBeNew) await this.#create();
    if (signal.aborted) return this;
    if (this.#stream === null) onPage("pagehide", () => this.#outbox.flush(), { signal });
    await new Promise((resolve, reject) => {
      signal.addEventListener("abort", resolve);
      this.#follow(resolve, reject);
      this.#outbox.open(this.id);
    });
    return this;
  }

  #follow(opened, refused) {
    let wasOpen = false;
    this.#stream = new EventStream(this.#api, `/api/sessions/${encodeURIComponent(this.id)}/events`, {
      open: () => {
        wasOpen = true;
        opened();
        this.#health({ components: [] });
        this.#answers.missed();
      },
      event: (name, data, id, at) => this.#receive(name, data, id, at),
      lost: async (problem) => {
        await this.#lost(problem);
        // One that does not exist others may create.
        if (wasOpen || problem.retryable || problem.status === 404) return;
        this.#stream.close();
        this.#outbox.refuse(problem);
        refused(problem);
      },
      waits: (milliseconds) => this.#waits(milliseconds),
    }, { after: this.#after });
  }

  async #make(signal) {
    const backoff = new Backoff();
    // A request whose answer was lost made the session already.
    const id = newID();
    while (!signal.aborted) {
      try {
        return (await newSession(this.#api, this.#link, { id, unreadable: (message) => this.#tell("notice", { message }) })).session;
      } catch (problem) {
        this.#fail(problem);
        if (!problem.retryable) throw problem;
        await pause(backoff.next(), signal);
      }
    }
    return null;
  }

  #fail(problem) {
    this.problem = problem;
    this.dispatchEvent(new Event("problem"));
  }

  #receive(name, data, id, at) {
    this.#streamLost = false;
    this.problem = null;
    this.#settle();
    if (name === "view") this.#view(data, at);
    else if (name === "outcome") this.#answers.ended(data);
    else if (name === "reset") this.#reset(data, id);
    else if (name === "health") this.#health(data);
    else if (name === "app" || name === "notice") this.#tell(name, data);
    if (name === "app") this.#knownViews.known(data.views);
  }

  #view(data, at) {
    const widget = data.topic.split("/")[1];
    this.#arrivals.set(widget, { id: data.event.id, at });
    if (!this.#store.apply(data)) return;
    this.#answers.viewed(widget, data.event.data?.phase);
  }

  #reset(data, id) {
    this.#arrivals.clear();
    this.#store.reset(data);
    // The id is the log's epoch and a place.
    this.#answers.reset(data.views, id.slice(0, id.lastIndexOf("-")));
  }

  #health({ components, silent, problem }) {
    this.silent = Array.isArray(components) ? components.map(String) : [];
    this.silentProcesses = Array.isArray(silent) ? silent.map(String) : [];
    this.appendProblem = typeof problem?.message === "string" ? problem : null;
    this.dispatchEvent(new Event("silent"));
  }

  /** A mistake in the page: its developer finds it in the browser's console. */
  #warn({ code, message, remedy }) {
    console.warn(`SearchBus: ${message}. ${remedy}`);
    this.#tell("notice", { code, message, remedy });
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  async #lost(problem) {
    this.#fail(problem);
    if (problem.status === 401) this.#api.onLocked();
    if (problem.status === 404 && (await this.#create())) return;
    this.#streamLost = true;
    this.#settle();
  }

  #waits(milliseconds) {
    this.retryAt = milliseconds > 0 ? performance.now() + milliseconds : null;
    this.dispatchEvent(new Event("retry"));
  }

  /** A link may name a session that does not exist yet, or no longer: it is created under that id. */
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
