// SPDX-License-Identifier: MIT
// Part of SearchBus.

import { remember } from "./memory.js";

/** The theme in force: the chosen one, otherwise what the system prefers. */
export function currentTheme() {
  return document.documentElement.dataset.theme
    ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

/** Switches between light and dark and remembers it. Choosing what the system prefers anyway forgets the choice. */
export function toggleTheme() {
  const next = currentTheme() === "dark" ? "light" : "dark";
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  if (next === system) {
    delete document.documentElement.dataset.theme;
    remember("theme", null);
  } else {
    document.documentElement.dataset.theme = next;
    remember("theme", next);
  }
  return next;
}
