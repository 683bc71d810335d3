// SPDX-License-Identifier: MIT

// SearchBus in React, from version 18 on: a session, views and intents as hooks (docs/react.md).

import { createContext, createElement, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { bindText } from "./bind-text.js";
import { connect } from "./connect.js";
import { PageSession } from "./page-session.js";
import { statusOf } from "./status.js";

const Context = createContext(null);

/**
 * Gives a session to the components in it: `session`, one of your own, or `url` and `token` as of `connect` with `id`, `link` and
 * `initial` as of `SearchBus.session`, and with `remember` and `address` as of `PageSession`. It is opened once the page is shown,
 * never on a server. One that the provider has created it closes; yours you close.
 */
export function SessionProvider({ session = null, children, ...options }) {
  if (session !== null) return createElement(Given, { session }, children);
  // Another gateway or session is another state.
  return createElement(Made, { key: JSON.stringify([options.url, options.id, options.link]), options }, children);
}

function Given({ session, children }) {
  // Why it is refused, `useSession` says.
  useEffect(() => { session.open().catch(() => {}); }, [session]);
  return createElement(Context.Provider, { value: session }, children);
}

function Made({ options: { url, token, ...options }, children }) {
  const [made] = useState(() => new PageSession(connect({ url, token }), options));
  useEffect(() => {
    leaving.delete(made);
    made.open().catch(() => {});
    return () => leave(made);
  }, [made]);
  return createElement(Context.Provider, { value: made.session }, children);
}

const leaving = new Set();

/** Closes a session, unless it is opened again at once, as React does in its strict mode. */
function leave(made) {
  leaving.add(made);
  queueMicrotask(() => { if (leaving.delete(made)) made.close(); });
}

/** How the session of the provider does: `{ session, connection, problem, waiting }`. */
export function useSession() {
  const { subscribe, snapshot, initial } = statusOf(useGiven());
  return useSyncExternalStore(subscribe, snapshot, initial);
}

/** The view of a widget, or undefined before there is one; a server draws the one that the session begins with. */
export function useView(widget) {
  const view = useGiven().view(widget);
  return useSyncExternalStore(view.subscribe, () => view.current, () => view.initial);
}

/** The function that sends a widget intents: `send(type, data, { latest })`; the same in each drawing. */
export function useIntent(widget) {
  return useGiven().view(widget).send;
}

/**
 * The `ref` of an `<input>` that holds the query of a widget: it sends what is typed, and shows what others change, but not while
 * the user types in it. React leaves its text alone, so that it has a `defaultValue` and no `value`.
 */
export function useText(widget) {
  const view = useGiven().view(widget);
  const [input, ref] = useState(null);
  useEffect(() => (input === null ? undefined : bindText(input, view)), [input, view]);
  return ref;
}

function useGiven() {
  const session = useContext(Context);
  if (session === null) throw new Error("This component is not inside a <SessionProvider>");
  return session;
}
