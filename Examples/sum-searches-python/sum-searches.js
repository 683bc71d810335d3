// SPDX-License-Identifier: MIT

/**
 * Draws a `sum-searches` widget: the count, as a button that sets it back. A controller knows nothing of processes or of
 * the bus; it draws whole views and sends intents. The classes are those of the console's own widgets.
 */
export default class SumSearches {
  #sum = document.createElement("strong");
  #button = document.createElement("button");

  constructor({ widget, send, announce }) {
    this.#button.type = "button";
    this.#button.className = "button";
    this.#button.textContent = "Reset";
    this.#button.addEventListener("click", async () => {
      await send("reset");
      announce("The count is back at zero.");
    });

    const title = document.createElement("span");
    title.textContent = `${widget.title ?? "Searches"}: `;
    title.append(this.#sum);
    this.element = document.createElement("section");
    this.element.className = "panel";
    this.element.append(title, this.#button);
  }

  render(view) {
    this.#sum.textContent = String(view.sum);
    this.#button.disabled = view.sum === 0;
  }
}
