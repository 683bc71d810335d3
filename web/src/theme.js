// SPDX-License-Identifier: MIT

import { remember } from "./memory.js";

/** Switches between light and dark and remembers it. Choosing what the system prefers anyway forgets the choice. */
export function toggleTheme() {
  const root = document.documentElement;
  const next = root.dataset.theme === "dark" ? "light" : "dark";
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = next;
  remember("theme", next === system ? null : next);
  return next;
}
