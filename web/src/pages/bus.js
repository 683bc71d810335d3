// SPDX-License-Identifier: MIT

import { button } from "../buttons.js";
import { copyText } from "../copy-text.js";
import { define } from "../../client/elements/view-element.js";
import { h } from "../dom.js";
import { number } from "../format.js";
import { ActionDetail, tabs } from "../inspector/action-detail.js";
import { ActionList } from "../inspector/action-list.js";
import { actionOf, Actions } from "../inspector/actions.js";
import { BusHead } from "../inspector/bus-head.js";
import { BusStatus } from "../inspector/bus-status.js";
import { EventFile } from "../inspector/event-file.js";
import { parseFilter } from "../inspector/filter.js";
import { HoldPanel } from "../inspector/hold-panel.js";
import { Overview } from "../inspector/overview.js";
import { resend } from "../inspector/resend.js";
import { openSource } from "../inspector/source.js";
import { PageState } from "../page-state.js";
import { QuietTime } from "../quiet-time.js";
import { isTyping } from "../typing.js";

const defaultTab = Object.keys(tabs)[0];

/**
 * `<bus-page>`: what the users of a session or of all did, one row each; for the chosen action its way through the processes, its events
 * with their data, what they changed, and the screen at that moment; and how the processes are. The address holds what is shown:
 * `action`, `tab`, `filter`, `scope=all`, `panel=processes`, and `search` with the filter that the whole log was searched for.
 *
 * With the attribute `docked` it is a panel below another page, and keeps these to itself. The event `close` asks to remove it. Where the
 * access is not wide, as in pages of others (`client/devtools.js`), it shows its session alone, and leaves the processes to the console.
 */
export class BusPage extends HTMLElement {
  static title = "Bus";
  #gone = new AbortController();
  #source = null;
  /** Which source it is, as text. */
  #wanted = "";
  /** The events of a file that a person opened, or null. */
  #file = null;
  #grouping = new Actions();
  /** What the address of a panel would hold. */
  #own = new URLSearchParams();
  #actions = [];
  #shown = [];
  #chosen = null;
  /** The action of the address that is not among the loaded ones: its id, and the action once it is read. */
  #single = { id: null, action: null, reading: new AbortController() };
  #drawn = "";
  #filter = parseFilter("");
  /** The last event that is shown while the list is paused, or null. */
  #stopped = null;
  #frame = 0;
  /** Below a search page, what comes is drawn between the keys: it must not delay the results. */
  #betweenKeys = new QuietTime(() => this.#schedule(), { quiet: 150, longest: 600 });
  #state = new PageState();
  #head;
  /** How the processes are; null where only this session is shown. */
  #status = null;
  #overview = new Overview((action) => this.#choose(action));
  #list = new ActionList({ open: (action) => this.#choose(action), older: () => this.#loadOlder() });
  #detail;
  /** For administrators; null for others. */
  #hold = null;

  connectedCallback() {
    const { access, api, router, session } = this.context;
    const { signal } = this.#gone;
    const consoleLink = access.isWide ? null : router.link("bus", session.id);
    this.#head = new BusHead({ isDocked: this.isDocked, isWide: access.isWide, consoleLink }, {
      filter: (filter) => this.#go({ filter }), search: (search) => this.#search(search), scope: (scope) => this.#go({ scope }),
      stop: () => this.#toggle(), test: () => this.#copyTest(), open: (file) => this.#openFile(file), resend: () => this.#resend(),
      panel: () => this.#go({ panel: this.#isPanelOpen ? null : "processes" }), save: () => this.#save(),
      close: () => this.dispatchEvent(new Event("close")),
    });
    if (access.isWide) this.#status = new BusStatus(api, { pick: (term) => this.#toggleTerm(term), changed: () => this.#schedule() });
    this.#detail = new ActionDetail(this.context, signal, {
      link: (event, session) => router.link("bus", session || this.context.session.id, { action: event.id, scope: session ? null : "all" }),
      close: () => this.#choose(null), tab: (tab) => this.#go({ tab: tab === defaultTab ? null : tab }), choose: (action) => this.#choose(action),
    });
    if (access.administers) {
      this.#hold = new HoldPanel(api, () => this.context.session.id, this.context.announce);
      this.#head.add(this.#hold.button);
    }
    this.append(this.#head.element, this.#hold?.element ?? "", this.#status?.element ?? "", this.#overview.element, this.#state.element,
      h("div", { class: "bus-columns" }, this.#list.element, this.#detail.element));
    router.addEventListener("change", () => this.#followAddress(), { signal });
    (this.isDocked ? this : document).addEventListener("keydown", (event) => this.#key(event), { signal });
    this.#followAddress();
  }

  /** Whether it is a panel below another page. */
  get isDocked() {
    return this.hasAttribute("docked");
  }

  disconnectedCallback() {
    this.#gone.abort();
    this.#single.reading.abort();
    for (const part of [this.#source, this.#status, this.#detail, this.#list, this.#hold]) part?.close();
  }

  // MARK: The address

  get #parameters() {
    return this.isDocked ? this.#own : this.context.router.parameters;
  }

  get #isEverySession() {
    return this.context.access.isWide && this.#parameters.get("scope") === "all";
  }

  get #isPanelOpen() {
    return this.#parameters.get("panel") === "processes";
  }

  /** Changes what the address says; members without a value are removed from it. */
  #go(changes) {
    const { router, session } = this.context;
    const { session: _, ...parameters } = { ...Object.fromEntries(this.#parameters), ...changes };
    if (this.isDocked) this.#own = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
    else router.go(router.link("bus", session.id, parameters), { replace: true });
    this.#followAddress();
  }

  #followAddress() {
    if (!this.isDocked && this.context.router.page !== "bus") return;
    const source = this.#parameters.get("filter") ?? "";
    if (source !== this.#filter.source) this.#filter = parseFilter(source);
    const isLive = this.#parameters.get("search") === null && this.#file === null;
    const shown = { filter: this.#filter, isEverySession: this.#isEverySession, isPanelOpen: this.#isPanelOpen, isLive, isFile: this.#file !== null };
    this.#head.follow(shown);
    this.#status?.follow(shown);
    this.#hold?.follow(shown);
    this.classList.toggle("is-every-session", this.#isEverySession);
    this.classList.toggle("has-panel", this.#isPanelOpen);
    this.#openSource();
    this.#schedule();
  }

  #openSource() {
    const search = this.#parameters.get("search");
    const wanted = {
      isEverySession: this.#isEverySession, isStatus: this.#filter.words.some((word) => word.toLowerCase() === "kind:status"), search,
    };
    const text = JSON.stringify(wanted);
    // Another file may have the same name.
    const isOpen = this.#file === null ? !(this.#source instanceof EventFile) : this.#source === this.#file;
    if (text === this.#wanted && isOpen) return;
    this.#wanted = text;
    this.#source?.close();
    // Times of day are those of this browser.
    if (search !== null) wanted.search = parseFilter(search).text;
    this.#source = this.#file ?? openSource(wanted, this.context, () => (this.isDocked ? this.#betweenKeys.wait() : this.#schedule()));
    if (this.#stopped !== null) this.#toggle();
    this.#state.loading();
  }

  // MARK: What is shown

  #schedule() {
    if (this.#frame === 0 && this.isConnected) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const source = this.#source;
    if (this.#stopped === null) this.#actions = this.#grouping.of(source.events);
    this.#shown = this.#filter.isEmpty || this.#isFound ? this.#actions
      : this.#actions.filter(({ steps }) => steps.some((step) => this.#filter.holds(step, step.to - step.from)));
    this.#list.show(this.#shown, { more: source.more && this.#stopped === null, foot: source.more ? "Load older" : source.isLoaded ? source.end : "" });
    this.#head.count(this.#shown, this.#stateWords());
    this.#showState();
    this.#showChosen();
    this.#overview.show(this.#shown, this.#chosen?.id ?? null, this.#status?.incidents ?? []);
  }

  /** Whether the loaded events are those that the filter found: what it says of causes, they do not show by themselves. */
  get #isFound() {
    return this.#file === null && this.#parameters.get("search") === this.#filter.source;
  }

  #stateWords() {
    if (this.#stopped === null) return this.#source.note;
    const waiting = this.#source.events.filter(({ event }) => event.sequence > this.#stopped).length;
    return `paused, ${number(waiting)} new`;
  }

  /** What there is instead of rows: loading, no connection, nothing yet, or nothing that the filter lets pass. */
  #showState() {
    const { events, isLoaded, problem, more, empty } = this.#source;
    if (problem) return this.#state.failed(problem);
    if (!isLoaded) return;
    if (this.#shown.length > 0) return this.#state.clear();
    const ways = [
      more && button(this.#source.isPartial ? "Continue the search" : "Load older events", () => this.#loadOlder()),
      !this.#filter.isEmpty && !this.#source.isPartial && this.#file === null && button("Search the whole log", () => this.#search(this.#filter.source)),
      !this.#isEverySession && !this.#filter.isEmpty && this.context.access.isWide && button("Show all sessions", () => this.#go({ scope: "all" })),
    ].filter(Boolean);
    const words = events.length === 0 || this.#isFound ? empty : `No loaded event passes the filter “${this.#filter.source}”.`;
    this.#state.empty(h("p", {}, words), ways.length > 0 && h("div", { class: "page-state-ways" }, ways));
  }

  #loadOlder() {
    this.#source.loadOlder().catch((problem) => this.context.announce(problem.message));
  }

  // MARK: The chosen action

  #choose(action) {
    this.#go({ action: action?.id, tab: action && this.#parameters.get("tab") });
  }

  #showChosen() {
    const id = this.#parameters.get("action");
    const action = id === null ? null : this.#find(id);
    this.#chosen = action;
    this.#list.select(action?.id ?? null);
    // Without a choice the last action is shown on its way.
    this.#status?.showAction(action ?? this.#actions[0] ?? null);
    this.classList.toggle("has-detail", id !== null);
    const tab = Object.hasOwn(tabs, this.#parameters.get("tab") ?? "") ? this.#parameters.get("tab") : defaultTab;
    const drawn = JSON.stringify([action?.id, action?.entries.length, tab, this.#filter.source]);
    if (id === null) this.#detail.hide();
    else if (action !== null && drawn !== this.#drawn) {
      this.#detail.show(action, { tab, picked: id, filter: this.#filter, entries: this.#source.events, actions: this.#actions });
    }
    this.#drawn = drawn;
  }

  /** The action of an event: one of the loaded, or one that is read by itself; null meanwhile. */
  #find(id) {
    const loaded = this.#actions.find((each) => each.id === id || each.entries.some(({ event }) => event.id === id));
    if (loaded && !this.#source.isPartial) return loaded;
    if (this.#single.id !== id && this.#source.isLoaded) this.#readSingle(id);
    return this.#single.id === id ? this.#single.action : null;
  }

  async #readSingle(id) {
    this.#single.reading.abort();
    const single = { id, action: null, reading: new AbortController() };
    this.#single = single;
    const entries = await this.#detail.load(id, single.reading.signal);
    if (entries.length === 0) return;
    single.action = actionOf(entries[0].event.correlationid ?? entries[0].event.id, entries);
    this.#schedule();
  }

  // MARK: Filter, search, files, pause, keys

  /** Searches the whole log, or with null returns to the live bus. */
  #search(search) {
    if (search !== null && parseFilter(search).problem !== null) return this.#go({ filter: search });
    this.#file = null;
    return this.#go(search === null ? { search: null } : { search, filter: search, action: null });
  }

  async #openFile(file) {
    try {
      this.#file = await EventFile.read(file);
      this.#go({ search: null, action: null });
    } catch (problem) {
      this.context.announce(problem.message);
      this.#head.say(problem.message);
    }
  }

  /** Copies the command that records the session as a test, and runs it. */
  #copyTest() {
    const { id } = this.context.session;
    copyText(`searchbus session export ${id} --case ${id}.case && searchbus test ${id}.case`, "Command", this.context.announce);
  }

  /** Sends the shown intents of a file to a new session, and shows that. */
  async #resend() {
    const { api, announce, router } = this.context;
    try {
      const session = await resend(api, this.#entries, announce);
      this.#file = null;
      router.leaveTo(router.link("bus", session));
    } catch (problem) {
      this.#head.say(problem.message);
    }
  }

  /** The events of the shown actions, the oldest first. */
  get #entries() {
    return this.#shown.toReversed().flatMap((action) => action.entries);
  }

  /** Adds a term to the filter, or removes it. */
  #toggleTerm(term) {
    const { words } = this.#filter;
    const filter = words.includes(term) ? words.filter((word) => word !== term) : [...words.filter((word) => !word.startsWith("process:")), term];
    this.#go({ filter: filter.join(" ") });
  }

  #toggle() {
    this.#stopped = this.#stopped === null ? this.#source.events.at(-1)?.event.sequence ?? "" : null;
    this.#head.showStopped(this.#stopped !== null);
    this.#schedule();
  }

  /** The shown actions as a file: a line with topic and event for each, oldest first. */
  #save() {
    const lines = this.#entries.map(({ topic, event }) => `${JSON.stringify({ topic, event })}\n`);
    const address = URL.createObjectURL(new Blob(lines, { type: "application/x-ndjson" }));
    h("a", { href: address, download: `${this.#source.name}.ndjson` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  /** `/` to the filter, `j` and `k` through the actions, `p` pauses, Escape closes; the others are those of the hold. */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    const at = this.#shown.findIndex(({ id }) => id === this.#chosen?.id);
    const commands = {
      "/": () => this.#head.box.focus(), "p": () => this.#toggle(), "Escape": () => this.#choose(null),
      "j": () => this.#choose(this.#shown[Math.min(at + 1, this.#shown.length - 1)] ?? null),
      "k": () => this.#choose(this.#shown[Math.max(at - 1, 0)] ?? null),
      ...this.#hold?.keys,
    };
    if (!Object.hasOwn(commands, event.key)) return;
    event.preventDefault();
    // The page above has commands of its own.
    event.stopPropagation();
    commands[event.key]();
  }
}

define({ "bus-page": BusPage });
