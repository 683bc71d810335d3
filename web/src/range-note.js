// SPDX-License-Identifier: MIT

/** The note below a range: the bounds of the results, and whether the range exceeds its bounds. */
export function rangeNote(view, outside, words) {
  const { bounds } = view;
  const found = view.resultBounds ?? null;
  const isFixed = bounds !== null && JSON.stringify(found) !== JSON.stringify(bounds);
  if (outside && isFixed) return `Your range exceeds the bounds (${words(bounds)}).`;
  if (bounds === null) return "No values for these results.";
  if (found === null) return `You can choose ${words(bounds)}.`;
  if (outside) return `Your range exceeds these results (${words(found)}).`;
  return `Available: ${words(found)}`;
}
