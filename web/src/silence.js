// SPDX-License-Identifier: MIT

/**
 * Whether a widget waits for a process that does not respond: its own component, its searcher, or the unit of several
 * searchers that its own is a member of. Processes of all widgets, such as the state store, are not attributed to one: users
 * then see that an intent has no answer. Pure.
 */
export function isSilent(widget, { searchers = [] }, components) {
  const units = searchers.filter((unit) => unit.searchers?.includes(widget.searcher)).map((unit) => unit.name);
  return [widget.name, widget.searcher, ...units].some((name) => components.includes(name));
}

/**
 * The note about something that has had no answer for long, or that cannot be sent; empty where there is nothing to say.
 * `by` is the addressee of an intent without an outcome, if there is one; a stalled search waits for what is silent. The state
 * store applies the intents of all widgets, and nothing moves without the broker: where one of them is silent, it is named. Pure.
 */
export function waitingNote({ stage, by }, { silent, silentProcesses, appendProblem }) {
  if (appendProblem) {
    return `Input cannot be saved at the moment: ${appendProblem.message} Your input is kept on this page and sent later.`;
  }
  if (stage !== "long") return "";
  const culprit = silentProcesses.includes("broker") ? "broker" : silent.includes("state") ? "state" : by ?? silent[0] ?? null;
  const who = culprit === null ? "No response yet." : `“${culprit}” does not respond.`;
  return `${who} The results shown are older; your input is kept.`;
}
