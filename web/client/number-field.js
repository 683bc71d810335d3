// SPDX-License-Identifier: MIT

/**
 * Lets people type a decimal comma into a number field, whatever language their browser is in.
 *
 * A browser in another language drops the comma, so that `12,50` would become 1250 unnoticed. There a point replaces the
 * comma. A browser that follows the language of the element gets the user's language.
 */
export function acceptComma(field) {
  field.lang ||= navigator.language;
  // Keeps the caret and the field's own undo, as nothing else does.
  const edit = (command, words) => field.ownerDocument.execCommand(command, false, words);
  let isTrying = false;
  field.addEventListener("beforeinput", (event) => {
    if (event.data !== "," || field.type !== "number" || isTrying || field.value.includes(".")) return;
    event.preventDefault();
    isTrying = true;
    edit("insertText", ",5"); // A digit shows whether the comma counts: of `12,` alone the value is 12 in any language.
    const counts = field.value.includes(".") || field.validity.badInput;
    edit("delete");
    if (!counts) edit("insertText", ".");
    isTrying = false;
  });
  return field;
}

/** Whether the text of a field is not a number. The browser then reports it; the field counts as unchanged, not as empty. */
export function refuses(field) {
  if (field.validity.badInput) field.reportValidity();
  return field.validity.badInput;
}
