// SPDX-License-Identifier: MIT

// What `core.js` exports. The views and intents of the widget types are in widgets.d.ts.

import type { BasicView, Filter, Highlight, Hit, SearchBusError, WidgetTypes } from "./widgets.js";

export * from "./widgets.js";

/** A sequence number: twenty digits, which sort as texts. */
export type Sequence = string;

/** Something that a person asked for. */
export interface Intent<Data = Record<string, unknown>> {
  /** A widget, a filter state, a searcher, or `session`. */
  to: string;
  /** What is asked for, such as `set-query`; docs/widget-types.md has those of each widget. */
  type: string;
  data?: Data;
}

/** Where an intent is on the log. */
export interface Acknowledgement {
  id: string;
  sequence: Sequence;
  /** When it first left the page, by `performance.now()`. */
  sentAt: number;
}

export interface SendOptions {
  /** Replaces a waiting intent of the same type to the same widget, as typing and dragging want. */
  latest?: boolean;
}

/** A text in parts, of which those that match are true. */
export type Spans = Highlight;

/** Two numbers in order. */
export type Bounds = [low: number, high: number];

/** The ends of a selection of numbers; one that is null is open. */
export type Range = [low: number | null, high: number | null];

/** Filters of a search that belong together; `kind` is `and`, `or`, `optional` or `hierarchical`. */
export interface SearchFilters {
  kind: string;
  name: string;
  filters: Filter[];
  [member: string]: unknown;
}

/** A search without a session. */
export interface SearchRequest {
  /** A searcher of the app. */
  searcher: string;
  query?: string;
  /** Another index that the app file lists. */
  index?: string;
  /** The page, from 0. */
  page?: number;
  hitsPerPage?: number;
  filters?: SearchFilters[] | { groups: SearchFilters[] };
  /** Further filters, under which everything is counted. */
  baseFilters?: SearchFilters[] | { groups: SearchFilters[] };
  /** The attributes whose values are counted. */
  facets?: (string | { attribute: string; limit?: number; order?: string })[];
  /** The attributes whose minimum and maximum are returned. */
  stats?: string[];
  attributesToRetrieve?: string[];
  /** Passed to the engine unchanged. */
  parameters?: { [name: string]: unknown };
  /** Whether each hit says why it is where it is; for keys of administrators. */
  explain?: boolean;
  /** Whether the answer has a `queryID`, by which clicks are reported. */
  clickAnalytics?: boolean;
}

/** The results of a search: records, or the values of an attribute. */
export interface SearchAnswer<Record = { [member: string]: unknown }> {
  searcher: string;
  query: string;
  index: string;
  page?: number;
  nbHits?: number;
  nbPages?: number;
  hitsPerPage?: number;
  hits?: Hit<Record>[];
  /** The values of attributes with their counts. */
  facets?: { [attribute: string]: { value: string | number | boolean; count: number }[] };
  facetStats?: { [attribute: string]: { min: number; max: number } };
  /** The values that a searcher of values has found. */
  facetHits?: { value: string; count: number; highlighted: Highlight }[];
  queryID?: string;
}

/** The response of `GET /api/sessions/ID`: every view of a session, and the sequence number of that state. */
export interface InitialViews {
  session: string;
  epoch: string;
  sequence: Sequence;
  views: { [widget: string]: BasicView | null };
}

export interface SessionOptions {
  /** A session to resume; it is created if it does not exist. Without an id a new one is created. */
  id?: string | null;
  /** The permalink that a new session begins with. */
  link?: string | null;
  /** What a server has read when it made the page. */
  initial?: InitialViews | null;
  /** Whether one with an id is made before it is followed. */
  mayBeNew?: boolean;
}

/** The options of a session that belongs to a page, as React and Vue take them. */
export interface PageSessionOptions extends SessionOptions {
  url?: string;
  token?: string | null | (() => string | Promise<string>);
  /** A name under which the tab keeps the session over reloads. */
  remember?: string | null;
  /** Whether the page's query string follows the session's permalink; or the parameters in it that are the page's own. */
  address?: boolean | string[];
}

/** A description of what runs; see `GET /api/app` in docs/http.md. */
export interface AppDescription {
  name: string;
  epoch: string;
  revision: string;
  console: { title: string; subtitle?: string };
  searchers: { name: string; type: string; [member: string]: unknown }[];
  filterStates: { name: string; searchers: string[]; [member: string]: unknown }[];
  widgets: { name: string; type: string; parameters?: object; title?: string; place?: string; [member: string]: unknown }[];
}

/** An event of the bus, in the form of CloudEvents. */
export interface BusEvent {
  topic: string;
  event: { id: string; type: string; time: string; sequence?: Sequence; epoch?: string; data: unknown; [member: string]: unknown };
}

export interface LogQuery {
  topics?: string[];
  session?: string;
  correlation?: string;
  after?: Sequence;
  before?: Sequence;
  limit?: number;
}

/** What the gateway answered instead of what was asked (RFC 9457), or that nothing came back. */
export class Problem extends Error {
  constructor(members?: { status?: number; code?: string; title?: string; detail?: string; remedy?: string });
  /** The problem that a response says. */
  static from(response: Response): Promise<Problem>;
  /** The status of HTTP; 0 where there was no answer. */
  status: number;
  /** A code of the error catalogue (docs/protocol.md, section 11), `unreachable` or `mixed-content`. */
  code: string;
  /** What to do. */
  remedy: string | null;
  /** Whether the same request may succeed later, unchanged. */
  get retryable(): boolean;
}

/** A gateway to ask. Without a `url` it is the one that the page came from. */
export function connect(options?: {
  url?: string;
  /** A key, or a function that answers with one, which is asked for each request. */
  token?: string | null | (() => string | Promise<string>);
}): SearchBus;

/** The permalink that the page's address has, or null; without the parameters that are the page's `own`. */
export function addressLink(options?: { own?: string[] }): string | null;

/**
 * Has the page's query string follow a session's permalink, and restores its state when people go back or forward. Parameters that
 * are the page's `own` stay. Answers with the way to stop.
 */
export function followAddress(session: Session, options?: { own?: string[]; link?: string | null }): () => void;

/** One gateway. Made by `connect`. */
export class SearchBus {
  private constructor();
  app(): Promise<AppDescription>;
  /** A session to open. */
  session(options?: SessionOptions): Session;
  /**
   * The views of a session, for the first paint of a page that a server makes: of a new session, which begins as `link` says, or
   * that of an `id`. Waits until each of the `widgets` has one that is not loading (by default those of the app), at most `timeout`
   * milliseconds: 2,000.
   */
  initial(options?: {
    id?: string | null; link?: string | null; widgets?: string[]; timeout?: number; signal?: AbortSignal;
  }): Promise<InitialViews>;
  /** One search without a session, `{ searcher, query }`; docs/http.md describes the members. */
  search<Record = { [member: string]: unknown }>(request: SearchRequest): Promise<SearchAnswer<Record>>;
  /** At most fifty searches, with results in the same order. */
  search<Record = { [member: string]: unknown }>(request: { requests: SearchRequest[] }): Promise<{
    results: (SearchAnswer<Record> | { error: SearchBusError })[];
  }>;
  /** A part of the log. */
  log(query?: LogQuery): Promise<{
    events: BusEvent[]; from: Sequence; through: Sequence; head: Sequence; more: boolean; trimmed: boolean;
  }>;
  /** Follows the bus, in order and over every loss of the connection. Answers with the way to stop. */
  events(query: { topics?: string[]; session?: string; after?: Sequence } | undefined, handlers: {
    event(event: BusEvent): void;
    /** The bus is followed, or followed again: nothing after this place is missed. */
    started?(start: { after: Sequence }): void;
    trimmed?(problem: { code: string; message: string; remedy: string }): void;
    lost?(problem: Problem): void;
  }): () => void;
}

export interface SessionEvents {
  /** `session.connection` is another one. */
  connection: Event;
  /** `session.problem` has the reason for which the session is not live; it is retried unless `open` was refused. */
  problem: Event;
  /** `retryAt` has changed. */
  retry: Event;
  /** `session.waiting` is another one. */
  waiting: Event;
  /** `session.silent`, `session.silentProcesses` or `session.appendProblem` is another one. */
  silent: Event;
  /** The app is the one of this revision. */
  app: CustomEvent<{ revision: string; views: string[] }>;
  /** There is something to tell: a refused change, or a widget that the page names and the app does not have. */
  notice: CustomEvent<{ message: string; code?: string; remedy?: string }>;
}

/** One session: the views of its widgets, what is sent, the connection. Made by `SearchBus.session`. */
export class Session extends EventTarget {
  private constructor();
  /** Null until a session without an id is open. */
  readonly id: string | null;
  readonly connection: "connecting" | "live" | "lost";
  readonly problem: Problem | null;
  /**
   * The event of the last view of a widget, and when its bytes came, by `performance.now()`; undefined if the view came with the whole
   * state.
   */
  arrivalOf(widget: string): { id: string; at: number } | undefined;
  /** When the next attempt to connect begins, by `performance.now()`; null while none is waited for. */
  readonly retryAt: number | null;
  /** Whether an intent has no outcome yet, or a search stalls, after 300 ms and after 2 s; and the addressee of the oldest intent. */
  readonly waiting: { stage: "none" | "waiting" | "long"; by: string | null };
  /** The components whose process does not respond. */
  readonly silent: string[];
  /** The names of the processes that do not answer. */
  readonly silentProcesses: string[];
  /** Why the server accepts no intents at the moment; null while it does. */
  readonly appendProblem: { code: string; message: string } | null;
  /**
   * Creates the session if it has no id, follows its views, and sends what waits. Resolves once the stream is open; rejects with a
   * `Problem` if the session is refused: an invalid ID, or a key that is invalid or does not permit it.
   */
  open(): Promise<this>;
  /** Leaves the session, which lives on in the server. */
  close(): void;
  /** The view of a widget; with the types of its views and intents, as in `view<MenuView, MenuIntents>("brand")`. */
  view<V extends BasicView = BasicView, Intents = { [type: string]: object }>(widget: string): View<V, Intents>;
  /** The view of a widget, by the name of its type: `view<"menu">("brand")`. */
  view<Type extends keyof WidgetTypes>(widget: string): TypedView<Type>;
  /** Kept once the intent is on the log, with null if a later one took its place; broken with a `Problem` if refused. */
  send(intent: Intent, options?: SendOptions): Promise<Acknowledgement | null>;
  addEventListener<Name extends keyof SessionEvents>(
    name: Name, listener: (event: SessionEvents[Name]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The view of one widget in a session. Made by `Session.view`. */
export class View<V extends BasicView = BasicView, Intents = { [type: string]: object }> {
  private constructor();
  readonly widget: string;
  /** The view as it is now. */
  get current(): V | null | undefined;
  /** The view that the session began with, of the option `initial`: what a server drew. */
  get initial(): V | null | undefined;
  /** Calls back with each new view, at most twice a frame, and soon with the present one. Answers with the way to stop. */
  subscribe(callback: (view: V) => void): () => void;
  send<Type extends keyof Intents & string>(
    type: Type, data?: Intents[Type], options?: SendOptions,
  ): Promise<Acknowledgement | null>;
}

/** The view of a widget of a type. */
export type TypedView<Type extends keyof WidgetTypes> = View<WidgetTypes[Type]["view"], WidgetTypes[Type]["intents"]>;

/** The function that sends a widget of a type its intents. */
export type TypedSend<Type extends keyof WidgetTypes> = TypedView<Type>["send"];

/** How a session does, as the hooks for React and Vue have it. */
export interface SessionStatus {
  readonly session: Session;
  readonly connection: Session["connection"];
  readonly problem: Problem | null;
  readonly waiting: Session["waiting"];
}
