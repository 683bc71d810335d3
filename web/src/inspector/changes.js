// SPDX-License-Identifier: MIT

/** How many different values are listed. */
const mostListed = 60;

/**
 * What differs between two JSON values: `{ changes, count, total }`, each change `{ path, before, after }` with undefined where there is no
 * value, at most 60 of `count`; `total` is how many values there are. Pure.
 */
export function changesOf(before, after) {
  const [old, now] = [flat(before), flat(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
  const changes = paths.slice(0, mostListed).map((path) => ({ path, before: old.get(path), after: now.get(path) }));
  return { changes, count: paths.length, total: Math.max(old.size, now.size) };
}

/** The values of a tree by their paths, such as `hits.0.objectID`; empty lists and objects are values. */
function flat(value, path = "", into = new Map()) {
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (members.length > 0) for (const [name, each] of members) flat(each, path === "" ? name : `${path}.${name}`, into);
  else if (value !== undefined) into.set(path, JSON.stringify(value));
  return into;
}
