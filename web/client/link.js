// SPDX-License-Identifier: MIT

/** A URL that may be opened, or null: of this server, or http and https. Data never become a script. */
export function linkURL(value) {
  if (typeof value !== "string" || value === "") return null;
  try {
    const url = new URL(value, location.href);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

/** An address that may be loaded as a picture, or null: as of `linkURL`, and data of a picture. */
export function imageOf(value) {
  return typeof value === "string" && /^data:image\//i.test(value) ? value : linkURL(value);
}
