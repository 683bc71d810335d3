// SPDX-License-Identifier: MIT

// What `elements.js` exports, and the elements that it defines.

import type { Acknowledgement, SendOptions, Session } from "./core.js";
import type { BasicView } from "./widgets.js";

/** `<searchbus-session>`: the elements in it draw the views of one session. */
export class SessionElement extends HTMLElement {
  /** The session; a script may set one of its own. */
  get session(): Session | null;
  set session(session: Session | null);
  /** Kept with the session once there is one. */
  ready: Promise<Session>;
}

/** An element that draws the view of one widget; the base of all others, and of your own. */
export class ViewElement extends HTMLElement {
  get widget(): string;
  get view(): BasicView | null | undefined;
  /** Prepares what is drawn in; called once. */
  begin(): void;
  /** Called with the session that the element is in, before its first view. */
  joined(session: Session): void;
  /** Draws a view. */
  draw(view: BasicView): void;
  /** Draws what was drawn last once more. */
  redraw(): void;
  /** Called with each part that the element has made, such as "exclude" with its button, to add something to it. */
  made(name: string, part: HTMLElement): void;
  send(type: string, data?: object, options?: SendOptions): Promise<Acknowledgement | null>;
  /** Has the page say something to people who listen to it: the event `announce` with `{ message }`. */
  announce(message: string): void;
  /** Draws for a script instead of a session: `send` gets what is sent, and the script calls `show` with each view. */
  use(source: { send(type: string, data: object, options: SendOptions): Promise<Acknowledgement | null> }): void;
  /** Shows a view. */
  show(view: BasicView): void;
}

/** `<searchbus-devtools>` of `/client/devtools.js`: the inspector of the page's session, while it has the attribute `open`. */
export interface DevtoolsElement extends HTMLElement {
  /** A session to show instead of that of the `<searchbus-session>` of the page. */
  get session(): Session | null;
  set session(session: Session | null);
}

declare global {
  interface HTMLElementTagNameMap {
    "searchbus-autocomplete": ViewElement;
    "searchbus-box": ViewElement;
    "searchbus-breadcrumb": ViewElement;
    "searchbus-clear-filters": ViewElement;
    "searchbus-current-filters": ViewElement;
    "searchbus-date-range": ViewElement;
    "searchbus-devtools": DevtoolsElement;
    "searchbus-dynamic-facets": ViewElement;
    "searchbus-filter-list": ViewElement;
    "searchbus-filter-toggle": ViewElement;
    "searchbus-geo-hits": ViewElement;
    "searchbus-hierarchical-menu": ViewElement;
    "searchbus-histogram": ViewElement;
    "searchbus-history": ViewElement;
    "searchbus-hits": ViewElement;
    "searchbus-hits-per-page": ViewElement;
    "searchbus-loading": ViewElement;
    "searchbus-menu": ViewElement;
    "searchbus-multi-hits": ViewElement;
    "searchbus-number": ViewElement;
    "searchbus-number-range": ViewElement;
    "searchbus-numeric-menu": ViewElement;
    "searchbus-pagination": ViewElement;
    "searchbus-query-rule-data": ViewElement;
    "searchbus-query-suggestions": ViewElement;
    "searchbus-rating-menu": ViewElement;
    "searchbus-refinement-list": ViewElement;
    "searchbus-related-items": ViewElement;
    "searchbus-relevant-sort": ViewElement;
    "searchbus-saved-searches": ViewElement;
    "searchbus-segmented": ViewElement;
    "searchbus-session": SessionElement;
    "searchbus-sort-by": ViewElement;
    "searchbus-stats": ViewElement;
    "searchbus-view": ViewElement;
  }
}
