// SPDX-License-Identifier: MIT

/** What the server answered instead of what was asked: an RFC 9457 problem, or no answer at all (status 0). */
export class Problem extends Error {
  constructor({ status = 0, code = "unreachable", title, detail, remedy, readable } = {}) {
    super(detail ?? title ?? code);
    this.name = "Problem";
    this.status = status;
    this.code = code;
    this.remedy = remedy ?? null;
    /** Of a link that cannot be read as a whole: the link to what could be read. */
    this.readable = typeof readable === "string" ? readable : null;
  }

  /** Whether the same request may succeed later, unchanged. */
  get retryable() {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }

  static async from(response) {
    const body = await response.json().catch(() => ({}));
    const { status, statusText } = response;
    return new Problem({ code: `http-${status}`, title: statusText, ...body, status });
  }
}
