// SPDX-License-Identifier: MIT

import { attribute, h, text } from "../dom.js";
import { markedWords } from "./marked-words.js";

/** How many fields there are, so that each note has an id of its own. */
let fields = 0;

/** A form for each intent that a widget's type declares, and for others a line to write one; the outcome is shown below. */
export class IntentTrials {
  #widget;
  #session;
  #announce;

  constructor(widget, type, session, announce) {
    this.#widget = widget;
    this.#session = session;
    this.#announce = announce;
    const intents = Object.entries(type?.intents ?? {});
    this.element = intents.length === 0
      ? h("p", { class: "panel-note" }, type ? "No intents." : "No schema available.")
      : h("div", { class: "gallery-intents" }, ...intents.map(([name, intent]) => this.#form(name, intent)));
  }

  #form(name, { summary, data }) {
    const fields = Object.entries(data?.properties ?? {}).map(([key, schema]) =>
      field(key, schema, data.required?.includes(key) === true));
    const outcome = h("output", { class: "gallery-outcome" });
    return h("form", { class: "gallery-intent card", data: { intent: name }, on: { submit: (event) => this.#try(event, name, fields, outcome) } },
      h("h4", {}, h("code", {}, name)), h("p", { class: "panel-note" }, ...markedWords(summary)),
      ...fields.map(({ element }) => element),
      h("button", { type: "submit", class: "button" }, "Send"), outcome);
  }

  async #try(event, name, fields, outcome) {
    event.preventDefault();
    const data = {};
    for (const { key, read } of fields) {
      try {
        const value = read();
        if (value !== undefined) data[key] = value;
      } catch {
        this.#say(outcome, `“${key}” is not valid JSON.`);
        return;
      }
    }
    try {
      const sent = await this.#session.view(this.#widget.name).send(name, data);
      this.#say(outcome, sent ? `Published at sequence ${Number(sent.sequence)}.` : "Sent.");
    } catch (problem) {
      this.#say(outcome, [problem.message, problem.remedy].filter(Boolean).join(" "));
    }
  }

  #say(outcome, words) {
    text(outcome, words);
    this.#announce(words);
  }
}

/** An input for a member of an intent's data: `{ key, element, read }`; `read` answers undefined for one left empty. */
function field(key, schema, isRequired) {
  const kind = kindOf(schema);
  const input = {
    choice: () => h("select", {}, ...(isRequired ? [] : [h("option", { value: "" }, "–")]),
      ...kind.words.map((word) => h("option", { value: word }, word))),
    boolean: () => h("select", {}, h("option", { value: "" }, "–"), h("option", { value: "true" }, "true"), h("option", { value: "false" }, "false")),
    number: () => h("input", { type: "number", step: "any" }),
    string: () => h("input", { type: "text" }),
    json: () => h("input", { type: "text", placeholder: "JSON", spellcheck: "false" }),
  }[kind.name]();
  const read = () => {
    if (input.value === "" && !(kind.name === "string" && isRequired)) return undefined;
    if (kind.name === "string" || kind.name === "choice") return input.value;
    if (kind.name === "json") return readLoosely(input.value);
    return JSON.parse(input.value);
  };
  const note = h("small", { id: `field-${fields += 1}` }, ...markedWords(schema.description));
  attribute(input, "aria-describedby", note.id);
  attribute(input, "data-field", key);
  const element = h("div", { class: "gallery-field" },
    h("label", {}, h("span", {}, key, isRequired ? " (required)" : ""), input), note);
  return { key, element, read };
}

/** A word that is not JSON is a text, where a facet value may be one. */
function readLoosely(source) {
  if (/^[\s]*[[{"]/.test(source)) return JSON.parse(source);
  try {
    return JSON.parse(source);
  } catch {
    return source;
  }
}

/** Which input fits: what may be null or missing is declared as one of null and the rest. */
function kindOf(schema) {
  const rest = schema.anyOf?.filter((each) => each.type !== "null") ?? [schema];
  const own = rest.length === 1 ? rest[0] : {};
  if (own.enum) return { name: "choice", words: own.enum };
  if (own.type === "boolean") return { name: "boolean" };
  if (own.type === "integer" || own.type === "number") return { name: "number" };
  return { name: own.type === "string" ? "string" : "json" };
}
