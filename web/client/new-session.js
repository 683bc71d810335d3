// SPDX-License-Identifier: MIT
// Part of SearchBus.

/**
 * Makes a session that begins as a permalink says, if there is one. Where the gateway cannot read all of it, the session
 * begins with what it could read, and `unreadable(message)` is told what it could not.
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
