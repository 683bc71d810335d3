// SPDX-License-Identifier: MIT

import { attribute, s } from "./dom.js";

const width = 120;
const height = 32;
const fewest = 12;

/** A small line of the last values, for the eye only: the number beside it is what counts. */
export class Sparkline {
  #line = s("polyline", { class: "spark-line" });
  #area = s("polygon", { class: "spark-area" });
  element = s("svg", {
    class: "sparkline", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true",
  }, this.#area, this.#line);

  /** Shows the values, the newest at the right. Few values do not fill the width yet. */
  show(values) {
    const capacity = Math.max(values.length, fewest);
    const top = Math.max(1, ...values) * 1.15;
    const points = values.map((value, index) => {
      const x = width - (values.length - 1 - index) * (width / (capacity - 1));
      return `${x.toFixed(1)},${(height - (value / top) * (height - 3) - 1).toFixed(1)}`;
    });
    attribute(this.#line, "points", points.join(" "));
    const first = points[0]?.split(",")[0] ?? width;
    attribute(this.#area, "points", `${first},${height} ${points.join(" ")} ${width},${height}`);
  }
}
