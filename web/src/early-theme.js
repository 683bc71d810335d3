// SPDX-License-Identifier: MIT
// Part of SearchBus.

// Runs before the first paint (a classic script in the head), so that a person who chose a theme never sees a flash of
// the other one. Everything else about themes is in theme.js.
try {
  const chosen = localStorage.getItem("searchbus.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is blocked: the system's preference holds.
}
