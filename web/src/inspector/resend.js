// SPDX-License-Identifier: MIT

import { topicParts } from "../bus-event.js";
import { newSession } from "../../client/new-session.js";
import { intentOf } from "./intent-texts.js";

const mostIntents = 1_000;

/**
 * Sends the intents among some entries, the oldest first, to a new session: one after the other, as their users did. Answers with the
 * session. What began the old session is not sent; of more than 1,000 intents none is.
 */
export async function resend(api, entries, announce) {
  const intents = entries.filter(({ topic }) => topicParts(topic).kind === "intent").map(intentOf)
    .filter(({ to, type }) => to !== "session" || type !== "start");
  if (intents.length === 0) throw new Error("There is no intent to send.");
  if (intents.length > mostIntents) throw new Error(`At most ${mostIntents} intents can be sent; these are ${intents.length}. Filter the events first.`);
  const { session } = await newSession(api, null, { unreadable: announce });
  for (const intent of intents) await api.postIntents(session, [intent]);
  return session;
}
