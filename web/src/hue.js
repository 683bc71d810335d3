// SPDX-License-Identifier: MIT

/** A hue of 0–359 that is always the same for the same text, for monograms and process colours. */
export function hueOf(text) {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0), 16_777_619);
  return (hash >>> 0) % 360;
}
