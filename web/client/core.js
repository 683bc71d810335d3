// SPDX-License-Identifier: MIT

// SearchBus without elements, for pages, servers and every other runtime that has `fetch` and streams (Node from 20.3 on): sessions,
// their views and intents, searches, the bus. The gateway serves this at `/client/core.js`.

export { addressLink, followAddress } from "./address.js";
export { connect, SearchBus } from "./connect.js";
export { Problem } from "./problem.js";
export { Session } from "./session.js";
export { View } from "./view.js";
