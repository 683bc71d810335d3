// SPDX-License-Identifier: MIT

// What `react.js` exports. It names no type of React's, so that it fits each version of them.

import type { Acknowledgement, PageSessionOptions, SendOptions, Session, SessionStatus, TypedSend } from "./core.js";
import type { BasicView, WidgetTypes } from "./widgets.js";

/** What a provider is given: a session of your own, or how to make one. */
export interface SessionProviderProps extends PageSessionOptions {
  session?: Session | null;
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

/**
 * The `ref` of an `<input>` that holds the query of a widget. It sends what is typed, and shows what others change, but not while
 * the user types in it. The input has a `defaultValue`, and no `value`.
 */
export function useText(widget: string): (input: HTMLInputElement | null) => void;
