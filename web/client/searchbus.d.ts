// SPDX-License-Identifier: MIT

// What `index.js` exports, for editors and TypeScript; docs/your-own-page.md says how to name it to them.

export * from "./core.js";
export * from "./elements.js";
