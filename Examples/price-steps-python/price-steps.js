// SPDX-License-Identifier: MIT

/**
 * Draws a `price-steps` widget: a button for each step, pressed where the step is selected. It says nothing of its own about
 * what is selected; it waits for the view, which says what the filter state says.
 */
export default class PriceSteps {
  #title = document.createElement("h2");
  #buttons = document.createElement("div");
  #bounds = document.createElement("p");
  #send;
  #announce;

  constructor({ send, announce }) {
    this.#send = send;
    this.#announce = announce;
    this.#buttons.setAttribute("role", "group");
    this.element = document.createElement("section");
    this.element.className = "panel";
    this.element.append(this.#title, this.#buttons, this.#bounds);
  }

  render(view) {
    this.#title.textContent = view.title ?? "";
    this.#buttons.setAttribute("aria-label", view.title ?? "Price");
    const steps = view.steps ?? [];
    if (this.#buttons.childElementCount !== steps.length) this.#buttons.replaceChildren(...steps.map((step) => this.#make(step)));
    steps.forEach((step, index) => {
      const button = this.#buttons.children[index];
      button.textContent = step.label;
      button.setAttribute("aria-pressed", String(step.selected));
    });
    this.#bounds.textContent = view.bounds ? `${view.bounds[0]} to ${view.bounds[1]} in these results` : "";
  }

  #make({ step }) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.addEventListener("click", async () => {
      await this.#send("select", { step });
      this.#announce(`${button.textContent}: asked for.`);
    });
    return button;
  }
}
