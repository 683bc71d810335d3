// SPDX-License-Identifier: MIT

import { processOf, shortType, topicParts } from "../bus-event.js";
import { sizeOf } from "./actions.js";

const units = { b: 1, kb: 1024, mb: 1024 ** 2, us: 1, ms: 1000, s: 1_000_000 };
const limit = /^([<>])(\d+(?:\.\d+)?)(us|ms|s|b|kb|mb)$/i;
const field = /^([a-z]+):(.*)$/i;

/** What a term's name refers to, of an entry. */
const fields = {
  kind: ({ topic }) => topicParts(topic).kind,
  component: ({ topic }) => topicParts(topic).component,
  session: ({ topic }) => topicParts(topic).session,
  type: ({ event }) => shortType(event),
  process: ({ event }) => processOf(event),
  id: ({ event }) => event.id,
  query: ({ event }) => event.data?.query,
};

/** The names that terms may begin with. */
const fieldNames = Object.keys(fields);

/**
 * Reads a filter: terms that must all hold, such as `kind:view component:hits -kind:state query:boots >5ms >4kb "two words"`.
 *
 * `NAME:TEXT` compares a field: it is TEXT, or with `TEXT*` begins so, and a `query` contains it. `>5ms` and `<5ms` compare the
 * time since an event's cause, `>4kb` its size. Anything else is a text that the event contains, whatever its case. A minus sign
 * before a term negates it.
 *
 * Answers `{ isEmpty, holds(entry, span), problem }`: `span` is the time since the entry's cause in microseconds; `problem` says what
 * is wrong with the filter, or is null. Pure.
 */
export function parseFilter(source) {
  const terms = [];
  let problem = null;
  for (const [word] of source.matchAll(/-?(?:[a-z]+:)?(?:"[^"]*"?|\S+)/gi)) {
    const isNot = word.length > 1 && word.startsWith("-");
    const term = termOf(isNot ? word.slice(1) : word);
    if (term.problem) problem ??= term.problem;
    else terms.push({ ...term, isNot });
  }
  return {
    isEmpty: terms.length === 0,
    problem,
    holds: (entry, span = 0) => terms.every(({ test, isNot }) => test(entry, span) !== isNot),
  };
}

function termOf(word) {
  const [, sign, amount, unit] = limit.exec(word) ?? [];
  if (sign) return limitTerm(sign, Number(amount), unit.toLowerCase());
  const [, name, quoted] = field.exec(word) ?? [];
  const value = (name ? quoted : word).replaceAll('"', "").toLowerCase();
  if (!name) return { test: ({ topic, event }) => `${topic} ${JSON.stringify(event)}`.toLowerCase().includes(value) };
  const read = Object.hasOwn(fields, name.toLowerCase()) ? fields[name.toLowerCase()] : null;
  if (read === null) return { problem: `Unknown field “${name}”. The fields are ${fieldNames.join(", ")}.` };
  const of = (entry) => String(read(entry) ?? "").toLowerCase();
  if (name.toLowerCase() === "query") return { test: (entry) => of(entry).includes(value) };
  if (value.endsWith("*")) return { test: (entry) => of(entry).startsWith(value.slice(0, -1)) };
  return { test: (entry) => of(entry) === value };
}

function limitTerm(sign, amount, unit) {
  const bound = amount * units[unit];
  const read = /b$/.test(unit) ? (entry) => sizeOf(entry) : (_, span) => span;
  return { test: sign === ">" ? (entry, span) => read(entry, span) > bound : (entry, span) => read(entry, span) < bound };
}
