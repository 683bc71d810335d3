// SPDX-License-Identifier: MIT

import { button, iconButton } from "../buttons.js";
import { attribute, h, text } from "../dom.js";
import { bytes, number } from "../format.js";

const pause = 120;

/** The head of the inspector: whose events are shown, the filter, how many there are, and what can be done with them. */
export class BusHead {
  #timer = 0;
  #scope = h("select", { class: "select", name: "scope", "aria-label": "Sessions" },
    h("option", { value: "" }, "This session"), h("option", { value: "all" }, "All sessions"));
  #count = h("p", { class: "bus-count", role: "status" });
  #problem = h("p", { class: "bus-problem", role: "alert", hidden: true });
  #stop;
  #panel;
  #search;
  #resend;
  #test;
  #isSearch = false;
  #file = h("input", { type: "file", accept: ".ndjson,.jsonl,.json", hidden: true, "aria-label": "File of events" });
  /** The field of the filter. */
  box = h("input", {
    type: "search", class: "bus-filter", name: "filter", spellcheck: "false", autocomplete: "off", "aria-label": "Filter",
    placeholder: "kind:view component:hits -kind:state query:boots >5ms >4kb",
  });

  /**
   * `{ isDocked, isWide }` is what the page is, `consoleLink` the address of the console, or null within it; `filter(source)`, `search(source)`,
   * `scope(value)`, `stop()`, `panel()`, `save()`, `test()`,
   * `open(file)`, `resend()` and `close()` are called for what a person does; `search(null)` to return to the live bus.
   */
  constructor({ isDocked, isWide, consoleLink }, { filter, search, scope, stop, panel, save, test, open, resend, close }) {
    this.box.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => filter(this.box.value), pause);
    });
    this.box.addEventListener("keydown", ({ key, isComposing }) => {
      if (key !== "Enter" || isComposing) return;
      clearTimeout(this.#timer);
      search(this.box.value.trim() === "" ? null : this.box.value);
    });
    this.#search = button("Search the log", () => search(this.#isSearch ? null : this.box.value), { title: "Search the whole log with this filter (Enter)", data: { action: "search-log" } });
    this.#resend = button("Send to a new session", resend, { title: "Send the intents of the shown actions to a new session", hidden: true });
    this.#file.addEventListener("change", () => {
      if (this.#file.files.length > 0) open(this.#file.files[0]);
      this.#file.value = "";
    });
    this.#scope.addEventListener("change", () => scope(this.#scope.value));
    this.#stop = button("Pause", stop, { "aria-pressed": "false", data: { action: "pause" } });
    this.#test = button("As a test", test, { title: "Copy the command that records this session as a test" });
    this.#panel = button("Processes", panel, { "aria-expanded": "false", data: { action: "processes" } });
    this.element = h("header", { class: "bus-head" },
      h(isDocked ? "h2" : "h1", { class: "page-title" }, "Bus"), isWide ? this.#scope : null, this.box, this.#search, this.#count,
      h("div", { class: "bus-actions" }, this.#stop, isWide ? this.#panel : null, button("Export", save),
        this.#test, button("Open file", () => this.#file.click()), this.#resend, this.#file,
        consoleLink ? h("a", { class: "button", href: consoleLink }, "Open in the console") : null,
        isDocked ? iconButton("close", "Close the inspector", "close-dock", close) : null),
      this.#problem);
  }

  /** Adds a button to what can be done. */
  add(extra) {
    this.#stop.after(extra);
  }

  /** Brings it in line with the address. What is being typed stays. */
  follow({ filter, isEverySession, isPanelOpen, isLive, isFile }) {
    if (this.box.value !== filter.source && !this.box.matches(":focus")) this.box.value = filter.source;
    this.#scope.value = isEverySession ? "all" : "";
    attribute(this.#panel, "aria-expanded", String(isPanelOpen));
    this.#isSearch = !isLive;
    text(this.#search, isLive ? "Search the log" : "Back to live");
    attribute(this.#search, "hidden", isLive && filter.isEmpty);
    attribute(this.#stop, "hidden", !isLive);
    attribute(this.#resend, "hidden", !isFile);
    attribute(this.#test, "hidden", isFile);
    text(this.#problem, filter.problem ?? "");
    attribute(this.#problem, "hidden", filter.problem === null);
  }

  /** Says what went wrong, until the address changes. */
  say(problem) {
    text(this.#problem, problem);
    attribute(this.#problem, "hidden", false);
  }

  /** Says how many actions are shown; `state` is that of their source. */
  count(actions, state) {
    const events = actions.reduce((sum, { entries }) => sum + entries.length, 0);
    const size = actions.reduce((sum, action) => sum + action.bytes, 0);
    text(this.#count, `${number(actions.length)} ${actions.length === 1 ? "action" : "actions"} · ${number(events)} events · ${bytes(size)} · ${state}`);
  }

  /** Whether the list is paused. */
  showStopped(isStopped) {
    attribute(this.#stop, "aria-pressed", String(isStopped));
    text(this.#stop, isStopped ? "Resume" : "Pause");
  }
}
