// SPDX-License-Identifier: MIT

const mostAttributes = 16;
const mostBytes = 8_192;

/** A hit's values of the attributes that are sent when it is selected, as far as they may be. Pure. */
export function valuesToSend({ record }, attributes) {
  const values = {};
  for (const name of attributes.slice(0, mostAttributes)) {
    const value = record?.[name];
    if (!isScalar(value) && !(Array.isArray(value) && value.every(isScalar))) continue;
    values[name] = value;
    if (new TextEncoder().encode(JSON.stringify(values)).length > mostBytes) delete values[name];
  }
  return values;
}

function isScalar(value) {
  return ["string", "number", "boolean"].includes(typeof value);
}
