// SPDX-License-Identifier: MIT

/**
 * Creates a session, with the state of a permalink if there is one. If the gateway cannot read all of it, the session
 * begins with the valid part, and `unreadable(message)` receives the rest.
 */
export async function newSession(api, link, { id = null, unreadable }) {
  try {
    return await api.createSession(link, id);
  } catch (problem) {
    if (link === null || problem.status !== 400) throw problem;
    const readable = problem.readable ?? null;
    unreadable([problem.message.replace(/\.?$/, "."), readable === null ? "The search begins empty." : "The rest of it is kept."].join(" "));
    return api.createSession(readable, id);
  }
}
