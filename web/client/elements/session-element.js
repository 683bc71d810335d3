// SPDX-License-Identifier: MIT

import { followAddress } from "../address.js";
import { connect } from "../connect.js";
import { PageSession } from "../page-session.js";
import { BaseElement } from "./base-element.js";

/**
 * `<searchbus-session url="https://search.example" token="…">`: the elements in it draw the views of one session.
 *
 * Attributes: `url` and `token` as of `connect`; `session`, an id; `link`, a permalink to begin with; `initial`, the id of a
 * script element with the views that a server has put into the page; `remember`, a name under which a tab keeps its session
 * over reloads. Instead of them a script may set the property `session` to one of its own. With `address` the page's query string
 * follows the session's permalink, as `followAddress` describes; its value names the parameters that are the page's own.
 *
 * `data-connection` is `connecting`, `live` or `lost`, and `data-problem` the code of what keeps it from being live; the event
 * `problem` with `{ problem }` tells more, and so does the browser's console where it was never live.
 */
export class SessionElement extends BaseElement {
  #resolve;
  /** Kept with the session once there is one. */
  ready = new Promise((resolve) => { this.#resolve = resolve; });
  #session = null;
  #own = null;
  #wasLive = false;
  #unfollow = null;

  get session() {
    return this.#session;
  }

  set session(session) {
    if (session === null || this.#session === session) return;
    this.#session = session;
    session.addEventListener("connection", () => this.#tell());
    session.addEventListener("problem", () => this.#fail(session.problem));
    this.#tell();
    if (this.#own === null && this.isConnected) this.#follow();
    this.#resolve(session);
  }

  connectedCallback() {
    // A script that runs with the page may set the session first.
    queueMicrotask(() => {
      if (!this.isConnected) return;
      if (this.#session === null && (this.hasAttribute("url") || this.hasAttribute("token"))) this.#open();
      else if (this.#session !== null) this.#follow();
    });
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#unfollow?.();
      this.#unfollow = null;
      this.#own?.close();
    });
  }

  async #open() {
    const [url, token, id, link, remember] = ["url", "token", "session", "link", "remember"].map((name) => this.getAttribute(name));
    try {
      const bus = connect({ url: url ?? "", token });
      this.#own = new PageSession(bus, { id, link, remember, address: this.#address, initial: this.#initial() });
      this.session = this.#own.session;
      await this.#own.open();
    } catch (problem) {
      this.#fail(problem);
    }
  }

  /** The names of the parameters of the address that are the page's; false where the address is the page's alone. */
  get #address() {
    return this.hasAttribute("address") && this.getAttribute("address").split(/\s+/).filter(Boolean);
  }

  #follow() {
    if (this.#own === null && this.#address) this.#unfollow ??= followAddress(this.#session, { own: this.#address });
  }

  #initial() {
    const source = document.getElementById(this.getAttribute("initial") ?? "");
    return source ? JSON.parse(source.textContent) : null;
  }

  #tell() {
    const { connection } = this.#session;
    this.dataset.connection = connection;
    if (connection !== "live") return;
    this.#wasLive = true;
    delete this.dataset.problem;
  }

  #fail(problem) {
    const isNew = this.dataset.problem !== problem.code;
    this.dataset.problem = problem.code ?? "error";
    // What never worked the developer has to mend; a loss mends itself.
    if (isNew && !this.#wasLive) console.warn(`SearchBus: ${[problem.message, problem.remedy].filter(Boolean).join(". ")}`);
    this.dispatchEvent(new CustomEvent("problem", { detail: { problem } }));
  }
}

/** The session that an element lies in, once it has one; null for an element that lies in none. */
export async function sessionOf(element) {
  const place = element.closest("searchbus-session");
  if (place === null) {
    console.warn(`<${element.localName}> is not inside a <searchbus-session>`, element);
    return null;
  }
  await customElements.whenDefined("searchbus-session");
  return place.ready;
}
