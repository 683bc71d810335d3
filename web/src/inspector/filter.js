// SPDX-License-Identifier: MIT

import { processOf, shortType, topicParts } from "../bus-event.js";
import { microseconds } from "../format.js";
import { sizeOf } from "./actions.js";

const sizes = { b: 1, kb: 1024, mb: 1024 ** 2 };
const spans = { us: 1, ms: 1000, s: 1_000_000 };
const ages = { s: 1_000_000, m: 60_000_000, h: 3_600_000_000, d: 86_400_000_000 };
const words = /(-(?=\S))?(?:([a-z]+):)?(?:"((?:\\.|[^"\\])*)"?|(\S*))/gi;
const limit = /^([<>])(\d+(?:\.\d+)?)(us|ms|s|b|kb|mb)$/i;
const age = /^(\d+(?:\.\d+)?)([smhd])$/i;
const timeOfDay = /^\d\d:\d\d(:\d\d)?$/;
const moment = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?Z)?$/;

/** What a term's name refers to, of an entry. */
const fields = {
  kind: ({ topic }) => topicParts(topic).kind,
  component: ({ topic }) => topicParts(topic).component,
  session: ({ topic }) => topicParts(topic).session,
  type: ({ event }) => shortType(event),
  process: ({ event }) => processOf(event),
  id: ({ event }) => event.id,
  correlation: ({ event }) => event.correlationid,
  query: ({ event }) => event.data?.query,
};

/** The names that terms may begin with. */
const fieldNames = [...Object.keys(fields), "since", "until"];

/**
 * Reads a filter: terms that must all hold, such as `kind:view component:hits -kind:state query:boots >5ms >4kb "two words"`. The
 * gateway has the same language for the whole log (`GET /api/log?filter=`); the cases of both are in
 * `Tests/Log/BusTests/filter-cases.json`.
 *
 * `NAME:TEXT` compares a field: it is TEXT, or with `TEXT*` begins so, or is one of `TEXT,TEXT`; a `query` contains TEXT. `since:` and
 * `until:` take a time (`14:02`, `2026-01-31T09:30:00Z`) or how long ago (`10m`). `>5ms` and `<5ms` compare the time since an event's cause, `>4kb` its
 * size. Anything else is a text that the event contains. Upper and lower case are the same, except in IDs. A minus sign before a term
 * negates it.
 *
 * Answers `{ source, words, isEmpty, holds(entry, span), problem, text }`: `words` are the terms as texts; `span` is the time since the entry's cause in microseconds; `problem`
 * says what is wrong with the filter, or is null; `text` is the filter with times of day as moments, for the gateway. Pure, where
 * `now`, in milliseconds, is given.
 */
export function parseFilter(source, now = Date.now()) {
  const terms = [];
  const found = [];
  const texts = [];
  let problem = null;
  for (const [whole, minus, name, quoted, plain] of source.matchAll(words)) {
    if (whole === "") continue;
    const word = { name: name?.toLowerCase(), value: quoted === undefined ? plain : quoted.replace(/\\(.)/gs, "$1"), isQuoted: quoted !== undefined };
    const term = termOf(word, now);
    if (term.problem) problem ??= term.problem;
    else terms.push({ ...term, isNot: minus === "-" });
    found.push(whole);
    texts.push(term.text ? `${minus ?? ""}${term.text}` : whole);
  }
  return {
    source,
    words: found,
    isEmpty: terms.length === 0,
    problem,
    text: texts.join(" "),
    holds: (entry, span = 0) => terms.every(({ test, isNot }) => test(entry, span) !== isNot),
  };
}

function termOf({ name, value, isQuoted }, now) {
  if (name === undefined) {
    const [, sign, amount, unit] = isQuoted ? [] : limit.exec(value) ?? [];
    if (sign) return limitTerm(sign, Number(amount), unit.toLowerCase());
    const wanted = inJSON(value);
    return { test: remembered(({ topic, event }) => contains(topic, wanted) || contains(JSON.stringify(event), wanted)) };
  }
  if (name === "since" || name === "until") return timeTerm(name, value, now);
  const read = Object.hasOwn(fields, name) ? fields[name] : null;
  if (read === null) return { problem: `Unknown field “${name}”. The fields are ${fieldNames.join(", ")}. Put a text with a colon in quotation marks.` };
  if (name === "query") return { test: (entry) => typeof read(entry) === "string" && contains(inJSON(read(entry)), inJSON(value)) };
  const of = name === "id" || name === "correlation" ? (text) => text : (text) => text.toLowerCase();
  const wanted = (isQuoted ? [value] : value.split(",")).map(of);
  const holds = (text) => wanted.some((each) => (!isQuoted && each.endsWith("*") ? of(text).startsWith(each.slice(0, -1)) : of(text) === each));
  if (name === "correlation") return { test: (entry) => holds(read(entry) ?? "") || holds(entry.event.id) };
  return { test: (entry) => holds(String(read(entry) ?? "")) };
}

/** A test that looks at each event once: the live list is filtered with each event that arrives. */
function remembered(test) {
  const known = new WeakMap();
  return (entry) => {
    if (!known.has(entry.event)) known.set(entry.event, test(entry));
    return known.get(entry.event);
  };
}

/** A text as it is within JSON, in lower case. */
function inJSON(text) {
  return JSON.stringify(text.toLowerCase()).slice(1, -1);
}

function contains(text, wanted) {
  return text.toLowerCase().includes(wanted);
}

function limitTerm(sign, amount, unit) {
  const bound = amount * (sizes[unit] ?? spans[unit]);
  const read = Object.hasOwn(sizes, unit) ? (entry) => sizeOf(entry) : (_, span) => span;
  return { test: sign === ">" ? (entry, span) => read(entry, span) > bound : (entry, span) => read(entry, span) < bound };
}

/** Since a moment, or until before it. */
function timeTerm(name, value, now) {
  const [, amount, unit] = age.exec(value) ?? [];
  const at = unit ? now * 1000 - Number(amount) * ages[unit.toLowerCase()]
    : timeOfDay.test(value) ? new Date(now).setHours(...value.split(":").map(Number), ...(value.length === 5 ? [0, 0] : [0])) * 1000
      : moment.test(value) ? microseconds(value.length === 10 ? `${value}T00:00Z` : value) : Number.NaN;
  if (Number.isNaN(at)) return { problem: `“${name}:${value}” is not a time. Write a time such as 14:02 or 2026-01-31T09:30:00Z, or how long ago: 30s, 10m, 2h, 1d.` };
  return {
    test: name === "since" ? ({ event }) => microseconds(event.time) >= at : ({ event }) => microseconds(event.time) < at,
    text: moment.test(value) ? null : `${name}:${new Date(at / 1000).toISOString()}`,
  };
}
