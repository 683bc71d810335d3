// SPDX-License-Identifier: MIT

// Numbers in whole steps of a precision, in decimals. 1.1 is 11 tenths, though 1.1 * 10 is a little more. Pure.

/** The greatest number of so many decimals that is not above the value. */
export function roundedDown(value, precision) {
  return rounded(value, precision, Math.floor);
}

/** The smallest number of so many decimals that is not below the value. */
export function roundedUp(value, precision) {
  return rounded(value, precision, Math.ceil);
}

function rounded(value, precision, round) {
  const nearest = Number(value.toFixed(precision));
  if (Math.abs(nearest - value) <= Math.abs(value) * 1e-12) return nearest;
  const unit = 10 ** precision;
  const steps = round(value * unit) / unit;
  return Number.isFinite(steps) ? steps : value;
}
