// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { imageOf, linkURL } from "../link.js";
import { labelOf, partOf, present, ViewElement } from "./view-element.js";

/**
 * `<searchbus-query-rule-data widget="rules">`: the banner of an engine's rules: an `img`, an `h2.title`, a `p.text` and an `a`. A redirect
 * is a link; the page does not follow it. Hidden without any.
 */
export class QueryRuleDataElement extends ViewElement {
  #parts;
  #told = "";

  begin() {
    present(this, "region", "Announcement");
    this.#parts = {
      image: partOf(this, "img", () => h("img", { alt: "" })), title: partOf(this, ".title", () => h("h2", { class: "title", dir: "auto" })),
      text: partOf(this, ".text", () => h("p", { class: "text", dir: "auto" })), link: partOf(this, "a", () => h("a", { dir: "auto" })),
    };
  }

  draw(view) {
    const { title = "", text: words = "", image, link } = view.banner ?? {};
    const target = linkURL(view.redirect ?? link);
    const picture = imageOf(image);
    attribute(this.#parts.image, "src", picture);
    attribute(this.#parts.image, "hidden", picture === null);
    this.#show("title", title);
    this.#show("text", words);
    attribute(this.#parts.link, "href", target);
    this.#show("link", target === null ? "" : view.redirect ? labelOf(this, "go", "Go to {address}").replace("{address}", target) : labelOf(this, "more", "More"));
    attribute(this, "hidden", !title && !words && picture === null && target === null);
    const told = [title, words].filter(Boolean).join(". ");
    if (told !== this.#told && told !== "") this.announce(told);
    this.#told = told;
  }

  #show(name, words) {
    text(this.#parts[name], words);
    attribute(this.#parts[name], "hidden", words === "");
  }
}
