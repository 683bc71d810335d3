// SPDX-License-Identifier: MIT

// Runs before the first paint (a classic script in the head), so that there is no flash of the other theme. It keeps
// `data-theme` at the chosen theme, otherwise at what the system prefers; `theme.js` chooses.
{
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem("searchbus.theme");
    } catch {
      // Storage may be forbidden; the system's theme is used then.
    }
    const isChosen = chosen === "light" || chosen === "dark";
    document.documentElement.dataset.theme = isChosen ? chosen : system.matches ? "dark" : "light";
  };
  apply();
  system.addEventListener("change", apply);
}
