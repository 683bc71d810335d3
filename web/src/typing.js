// SPDX-License-Identifier: MIT

const fields = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";

/** Whether keys that an element gets are text, or choose from a list, so that the page takes none of them as a command. */
export function isTyping(element) {
  return Boolean(element.closest?.(fields));
}
