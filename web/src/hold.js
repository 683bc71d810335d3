// SPDX-License-Identifier: MIT

// For controllers of others, which know it by this path.
export { Hold } from "../client/hold.js";
