// SPDX-License-Identifier: MIT

const fields = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";

/** Whether a key is text, or chooses from a list, so that the page takes it for no command; also one from within a shadow tree. */
export function isTyping(event) {
  return Boolean(event.composedPath()[0].closest?.(fields));
}
