// SPDX-License-Identifier: MIT

// A row of a list shows the keyboard focus of the box in it. The selector `:has(:focus-visible)` would say the same, but makes
// a browser look for rows that may have changed whenever anything is inserted anywhere.

let ringed = null;

function settle() {
  const { activeElement } = document;
  const row = activeElement?.matches(":focus-visible") ? activeElement.closest(".value > :first-child") : null;
  if (row === ringed) return;
  ringed?.classList.remove("is-focused");
  row?.classList.add("is-focused");
  ringed = row;
}

// After a click a key makes the focus visible where it is.
for (const name of ["focusin", "focusout", "keyup"]) document.addEventListener(name, settle);
