// SPDX-License-Identifier: MIT
// Part of SearchBus.

/** Numbers as they are. */
export const exact = { maximumFractionDigits: 10 };

/** What stands below a range: what the results span, and whether the range reaches outside of what can be chosen. */
export function rangeNote(view, outside, words) {
  const { bounds } = view;
  const found = view.resultBounds ?? null;
  const isFixed = bounds !== null && JSON.stringify(found) !== JSON.stringify(bounds);
  if (outside && isFixed) return `Your range reaches outside of what can be chosen (${words(bounds)}).`;
  if (bounds === null) return "No values for these results.";
  if (found === null) return `You can choose ${words(bounds)}.`;
  if (outside) return `Your range reaches outside of these results (${words(found)}).`;
  return `These results span ${words(found)}.`;
}
