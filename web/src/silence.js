// SPDX-License-Identifier: MIT
// Part of SearchBus.

/**
 * Whether a widget waits for somebody who is not at work: its own component, its searcher, or the unit of several
 * searchers that its own is a member of. What works for all, such as the state store, is nobody's in particular: who asks
 * for something then sees that there is no answer. Pure.
 */
export function isSilent(widget, { searchers = [] }, components) {
  const units = searchers.filter((unit) => unit.searchers?.includes(widget.searcher)).map((unit) => unit.name);
  return [widget.name, widget.searcher, ...units].some((name) => components.includes(name));
}
