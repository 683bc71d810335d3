// SPDX-License-Identifier: MIT

// SearchBus in a page of one's own (docs/your-own-page.md): a session, its views, intents, and elements that draw views.
// The gateway serves this at `/client/index.js`; what is exported here, in `react.js` and in `vue.js`, and nothing else under
// `/client/`, is an interface.

export * from "./core.js";
export * from "./elements.js";
