// SPDX-License-Identifier: MIT

/** What elements extend. On a server, which draws without elements, programs that import them still run. */
export const BaseElement = globalThis.HTMLElement ?? class {};
