// SPDX-License-Identifier: MIT

const events = ["connection", "problem", "waiting"];
const known = new WeakMap();

/**
 * How a session does, for libraries that draw: `subscribe(changed)` answers with the way to stop, `snapshot()` with
 * `{ session, connection, problem, waiting }`, the same object until something of it changes, and `initial()` with how each begins.
 */
export function statusOf(session) {
  if (!known.has(session)) known.set(session, makeStatus(session));
  return known.get(session);
}

function makeStatus(session) {
  const initial = { session, connection: "connecting", problem: null, waiting: { stage: "none", by: null } };
  let current = initial;
  return {
    initial: () => initial,
    snapshot() {
      const { connection, problem, waiting } = session;
      const isSame = current.connection === connection && current.problem === problem
        && current.waiting.stage === waiting.stage && current.waiting.by === waiting.by;
      if (!isSame) current = { session, connection, problem, waiting };
      return current;
    },
    subscribe(changed) {
      const stopped = new AbortController();
      for (const type of events) session.addEventListener(type, changed, { signal: stopped.signal });
      return () => stopped.abort();
    },
  };
}
