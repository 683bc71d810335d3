// SPDX-License-Identifier: MIT

// SearchBus in React, from version 18 on: a session, views and intents as hooks (docs/react.md).

import { createContext, createElement, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { connect } from "./connect.js";
import { statusOf } from "./status.js";

const Context = createContext(null);

/**
 * Gives a session to the components in it: `session`, one of your own, or `url` and `token` as of `connect` with `id`, `link` and
 * `initial` as of `SearchBus.session`. It is opened once the page is shown, never on a server. One that the provider has made it
 * closes; yours you close.
 */
export function SessionProvider({ session = null, children, ...options }) {
  if (session !== null) return createElement(Open, { session }, children);
  // Another gateway or session is another state.
  return createElement(Made, { key: JSON.stringify([options.url, options.id, options.link]), options }, children);
}

function Made({ options: { url, token, ...options }, children }) {
  const [session] = useState(() => connect({ url, token }).session(options));
  return createElement(Open, { session, isOwn: true }, children);
}

function Open({ session, isOwn = false, children }) {
  useEffect(() => {
    leaving.delete(session);
    // Why it is refused, `useSession` says.
    session.open().catch(() => {});
    return () => { if (isOwn) leave(session); };
  }, [session, isOwn]);
  return createElement(Context.Provider, { value: session }, children);
}

const leaving = new Set();

/** Closes a session, unless it is opened again at once, as React does in its strict mode. */
function leave(session) {
  leaving.add(session);
  queueMicrotask(() => { if (leaving.delete(session)) session.close(); });
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

function useGiven() {
  const session = useContext(Context);
  if (session === null) throw new Error("This component is not inside a <SessionProvider>");
  return session;
}
