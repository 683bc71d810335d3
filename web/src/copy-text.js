// SPDX-License-Identifier: MIT

/** Copies a text, and announces that it did, or why it could not. `what` names the text. */
export async function copyText(value, what, announce) {
  try {
    await navigator.clipboard.writeText(value);
    announce(`${what} copied`);
  } catch {
    announce(`${what} could not be copied: the browser permits it only on secure pages.`);
  }
}
