// SPDX-License-Identifier: MIT

// SearchBus in Vue, from version 3.2 on: a session, views and intents as composables.

import { inject, onScopeDispose, provide, shallowRef } from "vue";
import { connect } from "./connect.js";
import { statusOf } from "./status.js";

const key = Symbol("searchbus.session");

/**
 * Gives a session to the components below the one that calls it: one of your own, or `{ url, token, id, link, initial }` as of
 * `connect` and `SearchBus.session`. It is opened at once, in a browser alone, and one that was made here is closed with the component.
 */
export function provideSession(given) {
  const isOwn = typeof given.open !== "function";
  const session = isOwn ? connect(given).session(given) : given;
  provide(key, session);
  if (globalThis.document) {
    session.open().catch(() => {});
    if (isOwn) onScopeDispose(() => session.close());
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
