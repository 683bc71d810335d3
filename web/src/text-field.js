// SPDX-License-Identifier: MIT

// For controllers of others, which know it by this path.
export { TextField } from "../client/text-field.js";
