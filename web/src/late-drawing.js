// SPDX-License-Identifier: MIT

import { QuietTime } from "./quiet-time.js";

const outOfSight = new WeakSet();
const waiting = new Map();
const quiet = new QuietTime(drawAll, { quiet: 250, longest: 1_000 });

// What is laid out but out of sight; an element that takes no place may be about to appear, so it counts as in sight.
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (!isIntersecting && boundingClientRect.height > 0) {
      outOfSight.add(target);
      continue;
    }
    outOfSight.delete(target);
    waiting.get(target)?.();
    waiting.delete(target);
  }
});

/**
 * When an element is drawn: in sight at once; out of sight once nothing further has come for 250 ms, at most after a second,
 * or when it comes into sight. So while a user types each key draws only what is seen, and the rest is drawn once.
 */
export const lateDrawing = {
  watch: (element) => sight.observe(element),

  unwatch(element) {
    sight.unobserve(element);
    waiting.delete(element);
  },

  /** Calls `draw` now or later; a later one for the same element takes its place. */
  draw(element, draw) {
    if (!outOfSight.has(element)) {
      waiting.delete(element);
      draw();
      return;
    }
    waiting.set(element, draw);
    quiet.wait();
  },
};

/** Together, so that they are laid out together. */
function drawAll() {
  const draws = [...waiting.values()];
  waiting.clear();
  for (const draw of draws) draw();
}
