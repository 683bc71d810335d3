// SPDX-License-Identifier: MIT

import { roundedDown, roundedUp } from "./number-steps.js";

/**
 * The scale of a range slider: wide enough for the bounds *and* for the selection, in steps of the widget's precision. An
 * end of a selection may be open: null; one that is not is shown as it is, whatever the precision. Pure.
 */
export class RangeScale {
  /** A scale, or null if there is nothing to choose from. */
  static of(bounds, range, precision = 0) {
    if (!bounds && (range ?? []).every((end) => end === null)) return null;
    return new RangeScale(bounds ?? null, range ?? null, precision);
  }

  constructor(bounds, range, precision) {
    const unit = 10 ** precision;
    const values = [...(bounds ?? []), ...(range ?? [])].filter((value) => value !== null);
    this.step = Number((1 / unit).toFixed(precision));
    this.precision = precision;
    this.ends = [roundedDown(Math.min(...values), precision), roundedUp(Math.max(...values), precision)];
    // The outermost values on the scale that results can have: within the bounds, where there is one.
    const inner = bounds && [roundedUp(bounds[0], precision), roundedDown(bounds[1], precision)];
    this.reach = inner && (inner[0] <= inner[1] ? inner : bounds);
    this.bounds = bounds && [roundedDown(bounds[0], precision), roundedUp(bounds[1], precision)];
  }

  /** Where a value lies on the scale, from 0 to 1. */
  fraction(value) {
    const width = this.ends[1] - this.ends[0];
    return width === 0 ? 0.5 : Math.min(Math.max((value - this.ends[0]) / width, 0), 1);
  }

  /** The value at a place on the scale, from 0 to 1, in whole steps. */
  valueAt(fraction) {
    return this.rounded(this.ends[0] + fraction * (this.ends[1] - this.ends[0]));
  }

  rounded(value) {
    return Number(value.toFixed(this.precision));
  }

  /** The two values that a selection stands for, as they are: an open end follows the bounds. */
  shown(range) {
    const open = this.bounds ?? this.ends;
    return open.map((value, end) => range?.[end] ?? value);
  }

  /**
   * The selection after one end was moved to a value: no further than to the other end, which stays as it is, open if it
   * was, and no further than results reach. An end at the bound or beyond is open, and if both are, nothing is selected:
   * null.
   */
  moved(range, end, value) {
    const other = range?.[1 - end] ?? this.reach?.[1 - end] ?? this.ends[1 - end];
    const moved = end === 0 ? Math.min(value, other) : Math.max(value, other);
    const isOpen = this.bounds !== null && (end === 0 ? moved <= this.bounds[0] : moved >= this.bounds[1]);
    const selection = [range?.[0] ?? null, range?.[1] ?? null];
    selection[end] = isOpen ? null : moved;
    return selection.every((each) => each === null) ? null : selection;
  }
}
