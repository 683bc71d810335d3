// SPDX-License-Identifier: MIT

import { pause } from "./backoff.js";
import { newSession } from "./new-session.js";

const interval = 20;
// A widget that searches nothing stays idle. So does one that has not begun, but not for so long.
const quiet = 150;

/**
 * The views of a session as `GET /api/sessions/ID` has them, once each of the `widgets` has one with results, or the time is up:
 * what is missing then comes by the session's stream.
 */
export async function initialViews(api, { id = null, link = null, widgets = null, timeout = 2_000, signal }) {
  const end = performance.now() + timeout;
  const named = widgets ?? (await api.app(signal)).widgets.map(({ name }) => name);
  const session = id ?? (await newSession(api, link, { unreadable: () => {} })).session;
  let seen = "";
  let changedAt = 0;
  for (;;) {
    const state = await stateOf(api, session, signal);
    const now = performance.now();
    const phases = named.map((name) => state.views[name]?.phase ?? "none");
    if (seen !== phases.join()) changedAt = now;
    seen = phases.join();
    const open = phases.filter((phase) => phase !== "ready" && phase !== "failed");
    if (open.length === 0 || now > end || (open.every((phase) => phase === "idle") && now > changedAt + quiet)) return state;
    await pause(interval, signal);
    signal?.throwIfAborted();
  }
}

/** The state of a session; one that does not exist, or no longer, is created under its id. */
async function stateOf(api, session, signal) {
  try {
    return await api.session(session, {}, signal);
  } catch (problem) {
    if (problem.status !== 404) throw problem;
    await api.putSession(session);
    return api.session(session, {}, signal);
  }
}
