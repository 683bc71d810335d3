// SPDX-License-Identifier: MIT

/** What a key is restricted to, at least one of them. */
export interface Restrictions {
  /** The values of attributes of all that is found with the key, or a text in the language of filters. */
  filters?: Record<string, string> | string;
  /** The only session that it opens. */
  session?: string;
  endsAt?: Date;
}

/**
 * Makes a key from another one, for fewer records, one session or a shorter time; for servers, which keep the other key secret.
 *
 * The gateway is not asked and stores nothing. Such a key ends with the one that it was made from.
 */
export function restrictedKey(key: string, restrictions: Restrictions): Promise<string>;
