// SPDX-License-Identifier: MIT

// What this browser remembers between visits. Storage may be blocked or full; the console works without it.

/** Remembers a text under a name; null forgets it. */
export function remember(name, text, storage = localStorage) {
  try {
    if (text === null) storage.removeItem(`searchbus.${name}`);
    else storage.setItem(`searchbus.${name}`, text);
  } catch {
    // Not remembered: nothing depends on it.
  }
}

/** The text remembered under a name, or null. */
export function recall(name, storage = localStorage) {
  try {
    return storage.getItem(`searchbus.${name}`);
  } catch {
    return null;
  }
}
