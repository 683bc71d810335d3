// SPDX-License-Identifier: MIT
// Part of SearchBus.

/**
 * The scale of a range slider: wide enough for the bounds of the results *and* for the selection, in steps of the
 * widget's precision. Pure.
 */
export class RangeScale {
  /** A scale, or null if there is nothing to choose from. */
  static of(bounds, range, precision = 0) {
    if (!bounds && !range) return null;
    return new RangeScale(bounds ?? null, range ?? null, precision);
  }

  constructor(bounds, range, precision) {
    const unit = 10 ** precision;
    const values = [...(bounds ?? []), ...(range ?? [])];
    this.step = 1 / unit;
    this.precision = precision;
    this.ends = [Math.floor(Math.min(...values) * unit) / unit, Math.ceil(Math.max(...values) * unit) / unit];
    this.bounds = bounds && [Math.floor(bounds[0] * unit) / unit, Math.ceil(bounds[1] * unit) / unit];
  }

  /** Where a value lies on the scale, from 0 to 1. */
  fraction(value) {
    const width = this.ends[1] - this.ends[0];
    return width === 0 ? 0.5 : Math.min(Math.max((value - this.ends[0]) / width, 0), 1);
  }

  rounded(value) {
    return Number(value.toFixed(this.precision));
  }

  /** A selection as wide as the bounds selects nothing: null. */
  opened(range) {
    if (this.bounds && range[0] <= this.bounds[0] && range[1] >= this.bounds[1]) return null;
    return range;
  }
}
