// SPDX-License-Identifier: MIT

import { h } from "../dom.js";

/** Parameters have no face: what they change is seen elsewhere. */
export default class Configure {
  element = h("div", { hidden: true });

  render() {}
}
