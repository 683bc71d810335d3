// SPDX-License-Identifier: MIT

import { number } from "../format.js";

const mostBytes = 64 * 1024 ** 2;
const mostEvents = 50_000;

/**
 * Reads the text of a file of events: a line `{"topic","event"}` each, as the inspector exports them and `searchbus watch --json` prints
 * them. Throws an `Error` that names the line. Pure.
 */
export function eventsOf(file) {
  const entries = [];
  for (const [index, line] of file.split("\n").entries()) {
    if (line.trim() === "") continue;
    if (entries.length === mostEvents) throw new Error(`The file has more than ${number(mostEvents)} events. Export fewer, or divide it.`);
    const problem = (words) => new Error(`Line ${number(index + 1)} of the file ${words}. Each line must be {"topic": …, "event": …}, as from Export or “searchbus watch --json”.`);
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      throw problem("is not JSON");
    }
    const { topic, event } = entry ?? {};
    if (typeof topic !== "string" || !/^[a-z]+\/[^/]+\/([^/]+\/)?$/.test(topic)) throw problem("has no topic");
    const lacking = ["id", "type", "source", "time"].find((name) => typeof event?.[name] !== "string");
    if (lacking) throw problem(`has an event without “${lacking}”`);
    if (Number.isNaN(Date.parse(event.time))) throw problem("has an event with an invalid time");
    entries.push({ topic, event });
  }
  return entries;
}

/** The events of a file, as a source of entries (`inspector/source.js`). Nothing of it is sent anywhere. */
export class EventFile {
  isLoaded = true;
  problem = null;
  more = false;
  end = "End of the file";
  empty = "The file has no events.";

  constructor(name, events) {
    this.name = name.replace(/\.[a-z]+$/i, "");
    this.events = events;
  }

  /** Reads a file that a person chose. Throws an `Error` that says what is wrong with it. */
  static async read(file) {
    if (file.size > mostBytes) throw new Error(`The file has more than ${number(mostBytes / 1024 ** 2)} MiB. Export fewer events, or divide it.`);
    return new EventFile(file.name, eventsOf(await file.text()));
  }

  get note() {
    return `file ${this.name}`;
  }

  async loadOlder() {}

  close() {}
}
