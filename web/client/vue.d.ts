// SPDX-License-Identifier: MIT

// What `vue.js` exports. It names no type of Vue's, so that it fits each version of them: `Ref<T>` can be used as Vue's.

import type { Acknowledgement, PageSessionOptions, SendOptions, Session, SessionStatus, TypedSend } from "./core.js";
import type { BasicView, WidgetTypes } from "./widgets.js";

/** A value that Vue watches. */
export interface Ref<Value> {
  readonly value: Value;
}

/** Gives a session to the components below this one: yours, or one that is made here, which is closed with the component. */
export function provideSession(given: Session | PageSessionOptions): Session;

/** How the session does. */
export function useSession(): Ref<SessionStatus>;

/** The view of a widget, by the type of its views: `useView<HitsView<Book>>("books")`. */
export function useView<V extends BasicView = BasicView>(widget: string): Ref<V | null | undefined>;
/** The view of a widget, by the name of its type, `useView<"hits">("books")`; undefined before there is one. */
export function useView<Type extends keyof WidgetTypes>(widget: string): Ref<WidgetTypes[Type]["view"] | null | undefined>;

/** The function that sends a widget intents. */
export function useIntent(widget: string): (type: string, data?: object, options?: SendOptions) => Promise<Acknowledgement | null>;
/** The function that sends a widget intents, by the name of its type: `useIntent<"menu">("brand")`. */
export function useIntent<Type extends keyof WidgetTypes>(widget: string): TypedSend<Type>;

/** The ref of an `<input>` that holds the query of a widget. It sends what is typed, and shows what others change, but not while the user types in it. */
export function useText(widget: string): { value: HTMLInputElement | null };
