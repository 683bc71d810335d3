// SPDX-License-Identifier: MIT

import { shortType, topicParts } from "../bus-event.js";

/** An intent as it is sent; who typed it, and in which order, is not repeated. */
export function intentOf({ topic, event }) {
  const { client: _, edit: __, ...data } = event.data ?? {};
  return { to: topicParts(topic).component, type: shortType(event), data };
}

/** How to send an intent again, by what the text is for: each makes a text of an entry and the gateway's address. Pure. */
export const intentTexts = {
  "curl": (entry, origin) => `curl ${origin}/api/sessions/${sessionOf(entry)}/intents -H "Authorization: Bearer $(searchbus key)" `
    + `-H 'content-type: application/json' -d ${shellText(JSON.stringify({ intents: [intentOf(entry)] }))}`,
  "searchbus send": (entry) => {
    const { to, type, data } = intentOf(entry);
    return `searchbus send ${sessionOf(entry)} ${to} ${type} ${shellText(JSON.stringify(data))}`;
  },
  "Python": (entry) => {
    const { to, type, data } = intentOf(entry);
    return `bus.open("${sessionOf(entry)}").send("${to}", "${type}", ${pythonText(data)})`;
  },
  "Swift": (entry) => {
    const { to, type, data } = intentOf(entry);
    return `try await session.send(Intent(to: "${to}", "${type}", ${swiftText(data)}))`;
  },
};

function sessionOf({ topic }) {
  return topicParts(topic).session;
}

/** A text as one word of a shell. */
function shellText(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A value as Python writes it. */
function pythonText(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonText).join(", ")}]`;
  if (typeof value === "object") return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonText(each)}`).join(", ")}}`;
  return JSON.stringify(value);
}

/** A value as a literal of Swift. */
function swiftText(value) {
  if (value === null) return ".null";
  if (Array.isArray(value)) return `[${value.map(swiftText).join(", ")}]`;
  if (typeof value === "object") return `[${Object.entries(value).map(([name, each]) => `${swiftText(name)}: ${swiftText(each)}`).join(", ") || ":"}]`;
  return JSON.stringify(value).replaceAll(/\\(?:u([0-9a-f]{4})|([bf])|\\)/g, (all, code, letter) =>
    (code ? `\\u{${code}}` : letter ? `\\u{${letter === "b" ? 8 : "c"}}` : all));
}
