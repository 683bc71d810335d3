// SPDX-License-Identifier: MIT

const utf8 = (text) => new TextEncoder().encode(text);
const hexadecimal = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** A text as a value of filters: what is in it cannot end it. */
const quoted = (text) => `"${text.replace(/(\\*)("|$)/g, (_, slashes, end) => slashes + slashes + end.replace('"', '\\"'))}"`;

/**
 * Makes a key from another one, for fewer records, one session or a shorter time; for servers, which keep the other key secret.
 *
 * The gateway is not asked and stores nothing. `filters` are the values of attributes, such as `{ tenant: "acme" }`, or a text in
 * the language of filters; `endsAt` is a `Date`. Such a key ends with the one that it was made from.
 */
export async function restrictedKey(key, { filters, session, endsAt } = {}) {
  const [, id, secret] = /^sbk_([A-Za-z0-9-]+)_([A-Za-z0-9_-]+)$/.exec(key) ?? [];
  if (!id) throw new TypeError("The text is not a key that can be restricted.");
  const text = filters && typeof filters === "object"
    ? Object.entries(filters).map(([attribute, value]) => `${quoted(attribute)}:${quoted(value)}`).join(" AND ")
    : filters;
  const members = { filters: text, session, endsAt: endsAt && Math.floor(endsAt.getTime() / 1000) };
  const json = JSON.stringify(members);
  if (json === "{}") throw new TypeError("There are no restrictions: name filters, session or endsAt.");
  const base64 = btoa(String.fromCharCode(...utf8(json)));
  const payload = base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const digest = hexadecimal(await crypto.subtle.digest("SHA-256", utf8(secret)));
  const signing = await crypto.subtle.importKey("raw", utf8(digest), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return `sbk_${id}_${payload}.${hexadecimal(await crypto.subtle.sign("HMAC", signing, utf8(payload)))}`;
}
