// SPDX-License-Identifier: MIT

import { attribute, h, imageURL, text } from "../dom.js";
import { linkURL } from "../../client/link.js";

/** The banner of an engine's rules. A redirect is shown as a link; the page does not follow it. */
export default class QueryRuleData {
  #announce;
  #told = null;
  #image = h("img", { class: "rule-image", alt: "", hidden: true });
  #title = h("h2", { class: "rule-title", dir: "auto" });
  #text = h("p", { class: "rule-text", dir: "auto" });
  #link = h("a", { class: "rule-link", dir: "auto" });

  constructor({ widget, announce }) {
    this.#announce = announce;
    this.element = h("section", { class: "rule-banner", "aria-label": widget.title ?? "Announcement", hidden: true },
      this.#image, h("div", { class: "rule-body" }, this.#title, this.#text, this.#link));
  }

  render(view) {
    const { title = "", text: words = "", image, link } = view.banner ?? {};
    const target = linkURL(view.redirect ?? link);
    const picture = imageURL(image);
    attribute(this.element, "hidden", !title && !words && !picture && !target);
    attribute(this.#image, "hidden", picture === null);
    attribute(this.#image, "src", picture);
    this.#show(this.#title, title);
    this.#show(this.#text, words);
    attribute(this.#link, "href", target);
    this.#show(this.#link, target === null ? "" : view.redirect ? `Go to ${target}` : "More");
    const told = [title, words].filter(Boolean).join(". ");
    if (told !== this.#told && told !== "") this.#announce(told);
    this.#told = told;
  }

  #show(element, words) {
    text(element, words);
    attribute(element, "hidden", words === "");
  }
}
