// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { clock, number } from "../format.js";
import { EventParser } from "../../client/sse.js";
import { jsonTree } from "./json-tree.js";

const ends = {
  released: "The held intent was released.", dropped: "The held intent was dropped; its sender gets an error.",
  "timed-out": "The held intent was released, since its time was over.", abandoned: "The hold has ended.",
};

/**
 * Holds the next intent of a session, shows it, and releases or drops it. The hold is the response to one request: it lasts as long as
 * the connection, so that nothing stays held when the page goes away.
 */
export class HoldPanel {
  #api;
  #session;
  #announce;
  /** Ends the request of the hold; null without a hold. */
  #stop = null;
  /** The session of the hold. */
  #of = null;
  /** What is held, or null. */
  #held = null;
  #words = h("p", { class: "hold-words", role: "status" });
  #data = h("div", { class: "hold-data" });
  #ways = h("div", { class: "hold-ways", hidden: true },
    button("Release", () => this.#decide("release"), { title: "Put it on the log (r)" }),
    button("Release, hold the next", () => this.#decide("release", true), { title: "Put it on the log, and hold the next intent (n)" }),
    button("Drop", () => this.#decide("drop"), { title: "Refuse it; its sender gets an error (d)" }));
  button = button("Hold next intent", () => this.#toggle(), {
    title: "Hold the next intent of this session, instead of carrying it out (h)", "aria-pressed": "false", data: { action: "hold" },
  });
  element = h("section", { class: "bus-hold card", "aria-label": "Held intent", hidden: true }, this.#words, this.#data, this.#ways);

  /** `session()` answers with the id of the session that is shown. */
  constructor(api, session, announce) {
    this.#api = api;
    this.#session = session;
    this.#announce = announce;
  }

  /** Ends the hold: what is held is released. */
  close() {
    this.#stop?.abort();
  }

  /** Brings it in line with the address: a hold is of one session that is followed. */
  follow({ isEverySession, isLive }) {
    attribute(this.button, "hidden", isEverySession || !isLive);
    if (isEverySession || this.#of !== this.#session()) this.close();
  }

  /** What keys do now. */
  get keys() {
    const toggle = this.button.hidden ? {} : { h: () => this.#toggle() };
    return this.#held === null ? toggle
      : { ...toggle, r: () => this.#decide("release"), n: () => this.#decide("release", true), d: () => this.#decide("drop") };
  }

  #toggle() {
    if (this.#stop === null) this.#hold(this.#session());
    else this.close();
  }

  async #hold(session) {
    const stop = new AbortController();
    this.#stop = stop;
    this.#of = session;
    let end = ends.abandoned;
    this.#show(null, "Asking the gateway…");
    try {
      const response = await this.#post(session, "", {}, stop.signal);
      const parser = new EventParser();
      const decoder = new TextDecoder();
      const reader = response.body.getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        for (const { name, data } of parser.push(decoder.decode(part.value, { stream: true }))) {
          const message = JSON.parse(data);
          if (name === "notice") throw new Error(message.message);
          if (name !== "hold") continue;
          if (message.state === "over") end = ends[message.resolution] ?? end;
          else this.#receive(message);
        }
      }
    } catch (problem) {
      if (!stop.signal.aborted) end = problem.message;
    }
    this.#stop = null;
    this.#show(null, end);
    this.#announce(end);
  }

  #receive(message) {
    if (message.state === "armed") return this.#show(null, "The next intent of this session is held here.");
    const [first, ...others] = message.intents;
    const isNew = this.#held?.id !== first.id;
    const behind = message.waiting > 0 ? ` Requests that wait behind it: ${number(message.waiting)}.` : "";
    const more = others.length > 0 ? ` and ${number(others.length)} more` : "";
    const words = `${first.type} to ${first.to}${more}, held since ${clock(message.since)}. Sent by ${message.sender}. `
      + `It is released at ${clock(message.until)}.${behind}`;
    this.#show({ id: first.id, value: others.length > 0 ? message.intents : first }, words);
    if (isNew) this.#announce(`Held: ${first.type} to ${first.to}`);
  }

  #show(held, words) {
    const isNew = held !== null && held.id !== this.#held?.id;
    this.#held = held;
    text(this.#words, words);
    if (held === null) this.#data.replaceChildren();
    else if (isNew) this.#data.replaceChildren(jsonTree(held.value));
    attribute(this.#ways, "hidden", held === null);
    attribute(this.element, "hidden", false);
    attribute(this.button, "aria-pressed", String(this.#stop !== null));
    text(this.button, this.#stop === null ? "Hold next intent" : "Stop holding");
  }

  async #decide(decision, holdNext = false) {
    const { id } = this.#held;
    try {
      await this.#post(this.#of, `/${decision}`, { intent: id, holdNext });
    } catch (problem) {
      this.#show(this.#held, problem.message);
    }
  }

  async #post(session, path, body, signal) {
    const response = await this.#api.request(`/api/holds/${encodeURIComponent(session)}${path}`, {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal,
    });
    if (!response.ok) throw await this.#api.problem(response);
    return response;
  }
}
