// SPDX-License-Identifier: MIT

const longestQuery = 512;
const longestID = 512;
// A hit is seen once half of it has been in sight for so long.
const seenAfter = 1_000;
const mostAtOnce = 20;
const apps = new WeakMap();

/**
 * Reports what people do with the hits of an element, as intents to the searcher that found them: a link in a hit that is opened, or an
 * element with `data-open`, is a click, one with `data-convert` a conversion; and which hits were seen, once for each list.
 */
export class HitReports {
  #element;
  #session;
  #searcher;
  #seen = new Set();
  #list;
  #timers = new Map();
  #waiting = [];
  #sight = new IntersectionObserver((entries) => this.#sighted(entries), { threshold: 0.5 });

  /** `searcher` is its name; without one it is asked for, by the widget's. */
  constructor(element, session, searcher = null) {
    this.#element = element;
    this.#session = session;
    this.#searcher = searcher ?? searcherOf(session, element.widget);
    for (const type of ["click", "auxclick"]) element.addEventListener(type, (event) => this.#pressed(event));
  }

  /** The hits that are drawn from now on. */
  drawn(items, view) {
    if (this.#list !== view.list) {
      this.#tell();
      this.#seen.clear();
      this.#forget();
    }
    this.#list = view.list;
    for (const item of items) if (!this.#seen.has(item.dataset.hit)) this.#sight.observe(item);
  }

  disconnect() {
    this.#tell();
    this.#forget();
  }

  #pressed({ type, button, target }) {
    const part = target.closest("a[href], [data-open], [data-convert]");
    const item = part?.closest("[data-hit]");
    if (!item || (type === "auxclick" && button !== 1)) return;
    const place = item.hit?.position ?? [...item.parentElement.children].indexOf(item);
    this.#send(part.dataset.convert === undefined ? "report-click" : "report-conversion",
      { objectID: item.dataset.hit, position: place + 1 });
  }

  #sighted(entries) {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(this.#timers.get(target));
      if (isIntersecting) this.#timers.set(target, setTimeout(() => this.#see(target), seenAfter));
      else this.#timers.delete(target);
    }
  }

  #see(item) {
    this.#timers.delete(item);
    this.#sight.unobserve(item);
    const id = item.dataset.hit;
    if (!item.isConnected || this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#waiting.push(id);
    // Hits that come into sight together are seen together.
    if (this.#timers.size === 0 || this.#waiting.length === mostAtOnce) this.#tell();
  }

  #tell() {
    const objectIDs = this.#waiting.splice(0);
    if (objectIDs.length > 0) this.#send("report-view", { objectIDs });
  }

  #forget() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#sight.disconnect();
  }

  /** Nothing on the screen depends on a report: one that is refused is left out. */
  async #send(type, data) {
    if ([data.objectID, ...data.objectIDs ?? []].some((id) => id?.length > longestID)) return;
    const query = this.#element.view?.query;
    const searcher = await this.#searcher;
    if (!searcher) return;
    const known = typeof query === "string" && query.length <= longestQuery ? { query } : {};
    this.#session.send({ to: searcher, type, data: { ...data, ...known } }).catch(() => {});
  }
}

/** The searcher that finds what a widget shows, by the app. */
async function searcherOf(session, widget) {
  try {
    if (!apps.has(session)) apps.set(session, session[Symbol.for("searchbus.api")].app());
    return (await apps.get(session)).widgets.find(({ name }) => name === widget)?.searcher ?? null;
  } catch {
    return null;
  }
}
