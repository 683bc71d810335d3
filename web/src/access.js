// SPDX-License-Identifier: MIT

import { language } from "../client/words.js";

/**
 * What this browser may do, as `GET /api/app` tells it: everything, or to open the sessions that it was given links to, some
 * of them only to look at. The gateway decides; this is for what the console offers.
 */
export class Access {
  #grants;

  constructor(grants) {
    this.#grants = Array.isArray(grants) && grants.length > 0 ? grants : [{ role: "admin" }];
  }

  /** Whether any session may be opened, and what concerns all of them looked at. */
  get isWide() {
    return this.#grants.some(({ session }) => session === undefined);
  }

  /** Whether links may be made by which others open a session. */
  get administers() {
    return this.#grants.some(({ session, role }) => session === undefined && role === "admin");
  }

  /** The session to open where the address names none, or one that may not be opened. */
  get session() {
    return this.#grants[0].session;
  }

  /** Whether a session may be opened. */
  opens(session) {
    return this.isWide || this.#of(session).length > 0;
  }

  /** Whether intents may be sent to a session. */
  uses(session) {
    return this.#of(session).some(({ role }) => role !== "read");
  }

  /** The note on a session that was opened by a link: that it is shared, and until when. Null for the console's owner. */
  noteOn(session) {
    if (this.isWide) return null;
    const [{ endsAt } = {}] = this.#of(session);
    const until = endsAt === undefined ? "" : ` Your link is valid until ${new Date(endsAt).toLocaleString(language)}.`;
    return this.uses(session)
      ? `You share this session: others see what you do, and you see what they do.${until}`
      : `View only: you can watch this session but not change it.${until}`;
  }

  #of(session) {
    return this.#grants.filter((grant) => grant.session === undefined || grant.session === session);
  }
}
