// SPDX-License-Identifier: MIT

const sessionPattern = /^[A-Za-z0-9_-]{1,64}$/;
const quietTime = 400;
// Pages of earlier versions, which links still name: where what they showed is now.
const former = {
  events: ({ trace }) => ["bus", { action: trace }],
  system: () => ["bus", { panel: "processes" }],
};

/**
 * Reads and writes the place in the URL's fragment, `#/search?session=abc`. The fragment, because the server serves one
 * page; the session in it, because a link must lead to the same state on another device.
 *
 * Before it stands the permalink of the session's state, `?q=lamp&brand=Acme`, for people to read and to copy. Without a
 * session in the fragment it is where a new session begins.
 */
export class Router extends EventTarget {
  #pages;
  #linkTimer = 0;
  #isFresh;

  constructor(pages) {
    super();
    this.#pages = pages;
    this.#renew();
    this.#isFresh = this.session === null && this.permalink === null;
    // Not `hashchange`: going back to another session may change the permalink along with the fragment.
    addEventListener("popstate", () => {
      this.#renew();
      this.dispatchEvent(new Event("change"));
    });
  }

  /** Whether the console was opened without a session or a state in its address, rather than restored or by a link. */
  get isFresh() {
    return this.#isFresh;
  }

  /** The names of the pages that there are. */
  get pages() {
    return this.#pages;
  }

  /** The page in force; an unknown one is the first. */
  get page() {
    return this.#pages.includes(this.#name) ? this.#name : this.#pages[0];
  }

  get #name() {
    return location.hash.slice(1).split("?")[0].split("/")[1];
  }

  /** Replaces the address of a page that only an earlier version had. */
  #renew() {
    if (!Object.hasOwn(former, this.#name ?? "")) return;
    const { session, ...parameters } = Object.fromEntries(this.parameters);
    const [page, extra] = former[this.#name](parameters);
    history.replaceState(history.state, "", this.link(page, session, extra));
  }

  get parameters() {
    return new URLSearchParams(location.hash.split("?").slice(1).join("?"));
  }

  /** The session the URL names, if it is a well-formed id. */
  get session() {
    const id = this.parameters.get("session");
    return id !== null && sessionPattern.test(id) ? id : null;
  }

  /** The state that the URL asks for, as `?q=lamp&…`, or null. The parameter of a login is not a permalink. */
  get permalink() {
    const parameters = new URLSearchParams(location.search);
    parameters.delete("token");
    return parameters.size > 0 ? location.search : null;
  }

  /**
   * Shows a session's permalink in the address bar, in a pause: browsers refuse an address that changes with each key. A state
   * that has none leaves none there, which would be that of another.
   */
  showPermalink(link) {
    clearTimeout(this.#linkTimer);
    const { search } = new URL(link || "?", location.origin);
    if (search === location.search) return;
    this.#linkTimer = setTimeout(() => {
      history.replaceState(history.state, "", `${location.pathname}${search}${location.hash}`);
    }, quietTime);
  }

  /** The whole address of a permalink. */
  addressOf(link) {
    return new URL(link || "?", `${location.origin}${location.pathname}`).href;
  }

  /** The address of this page in its session, without the permalink: it leads to what the session will be by then. */
  get address() {
    return `${location.origin}${location.pathname}${location.hash}`;
  }

  /** A link to a page in a session; `extra` are further parameters. */
  link(page, session, extra) {
    return linkTo(page, session, extra);
  }

  /** Opens a link made by `link`. With `replace` it replaces the entry in the history. */
  go(link, { replace = false } = {}) {
    if (link === location.hash) return;
    if (!replace) {
      location.hash = link;
      return;
    }
    history.replaceState(history.state, "", link);
    this.dispatchEvent(new Event("change"));
  }

  /** Goes to a link in another session: the permalink of the one before does not go along. */
  leaveTo(link) {
    clearTimeout(this.#linkTimer);
    history.pushState(null, "", `${location.pathname}${link}`);
    this.dispatchEvent(new Event("change"));
  }
}

/** The fragment of a page of the console in a session; `extra` are further parameters. */
export function linkTo(page, session, extra = {}) {
  const parameters = new URLSearchParams(session ? { session } : {});
  for (const [name, value] of Object.entries(extra)) if (value) parameters.set(name, value);
  return `#/${page}?${parameters}`;
}
