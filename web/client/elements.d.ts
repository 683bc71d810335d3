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
    "searchbus-box": ViewElement;
    "searchbus-clear-filters": ViewElement;
    "searchbus-current-filters": ViewElement;
    "searchbus-devtools": DevtoolsElement;
    "searchbus-hits": ViewElement;
    "searchbus-hits-per-page": ViewElement;
    "searchbus-number-range": ViewElement;
    "searchbus-pagination": ViewElement;
    "searchbus-refinement-list": ViewElement;
    "searchbus-session": SessionElement;
    "searchbus-sort-by": ViewElement;
    "searchbus-stats": ViewElement;
    "searchbus-view": ViewElement;
  }
}
