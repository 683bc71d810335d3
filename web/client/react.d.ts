// SPDX-License-Identifier: MIT

// What `react.js` exports. It names no type of React's, so that it fits each version of them.

import type { Acknowledgement, InitialViews, SendOptions, Session, SessionStatus, TypedSend } from "./core.js";
import type { BasicView, WidgetTypes } from "./widgets.js";

/** What a provider is given: a session of your own, or how to make one. */
export interface SessionProviderProps {
  session?: Session | null;
  url?: string;
  token?: string | null | (() => string | Promise<string>);
  id?: string | null;
  link?: string | null;
  /** What a server has read with `SearchBus.initial`. */
  initial?: InitialViews | null;
  mayBeNew?: boolean;
  children?: any;
}

/** Gives a session to the components in it, and opens it once the page is shown. One that it has made it closes. */
export function SessionProvider(props: SessionProviderProps): any;

/** How the session of the provider does. */
export function useSession(): SessionStatus;

/** The view of a widget, by the type of its views: `useView<HitsView<Book>>("books")`. */
export function useView<V extends BasicView = BasicView>(widget: string): V | null | undefined;
/** The view of a widget, by the name of its type, `useView<"hits">("books")`; undefined before there is one. */
export function useView<Type extends keyof WidgetTypes>(widget: string): WidgetTypes[Type]["view"] | null | undefined;

/** The function that sends a widget intents. */
export function useIntent(widget: string): (type: string, data?: object, options?: SendOptions) => Promise<Acknowledgement | null>;
/** The function that sends a widget intents, by the name of its type: `useIntent<"menu">("brand")`. */
export function useIntent<Type extends keyof WidgetTypes>(widget: string): TypedSend<Type>;
