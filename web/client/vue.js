// SPDX-License-Identifier: MIT

// SearchBus in Vue, from version 3.2 on: a session, views and intents as composables.

import { inject, onScopeDispose, provide, shallowRef, watch } from "vue";
import { bindText } from "./bind-text.js";
import { connect } from "./connect.js";
import { PageSession } from "./page-session.js";
import { statusOf } from "./status.js";

const key = Symbol("searchbus.session");

/**
 * Gives a session to the components below the one that calls it: one of your own, or `{ url, token, id, link, initial, remember,
 * address }` as of `connect` and `PageSession`. It is opened at once, in a browser alone, and one that was created here is closed with
 * the component.
 */
export function provideSession(given) {
  const isOwn = typeof given.open !== "function";
  const made = isOwn ? new PageSession(connect(given), given) : given;
  const session = isOwn ? made.session : given;
  provide(key, session);
  if (globalThis.document) {
    made.open().catch(() => {});
    if (isOwn) onScopeDispose(() => made.close());
  }
  return session;
}

/** How the session does, a ref of `{ session, connection, problem, waiting }`. */
export function useSession() {
  const { subscribe, snapshot } = statusOf(useGiven());
  return followed(snapshot(), (changed) => subscribe(() => changed(snapshot())));
}

/** The view of a widget, a ref; undefined before there is one. */
export function useView(widget) {
  const view = useGiven().view(widget);
  return followed(view.current, view.subscribe);
}

/** The function that sends a widget intents: `send(type, data, { latest })`. */
export function useIntent(widget) {
  return useGiven().view(widget).send;
}

/**
 * The ref of an `<input>` that holds the query of a widget: it sends what is typed, and shows what others change, but not while
 * the user types in it.
 */
export function useText(widget) {
  const view = useGiven().view(widget);
  const input = shallowRef(null);
  watch(input, (element, _, onCleanup) => { if (element) onCleanup(bindText(element, view)); }, { flush: "post" });
  return input;
}

/** A ref that holds what `subscribe` calls back with, as long as its component or scope lives; servers draw once. */
function followed(value, subscribe) {
  const followed = shallowRef(value);
  if (globalThis.document) onScopeDispose(subscribe((next) => { followed.value = next; }));
  return followed;
}

function useGiven() {
  const session = inject(key, null);
  if (session === null) throw new Error("No component above this one has called provideSession()");
  return session;
}
