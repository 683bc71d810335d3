// SPDX-License-Identifier: MIT

/** Gives the focus back to where it was before a panel opened, if the panel has it when it closes: who works with the keyboard keeps the place. */
export class FocusReturn {
  #before = document.activeElement;

  /** Removes a panel by calling `remove`. */
  close(panel, remove) {
    const hasFocus = panel.contains(document.activeElement);
    remove();
    if (hasFocus && this.#before?.isConnected) this.#before.focus({ preventScroll: true });
  }
}
