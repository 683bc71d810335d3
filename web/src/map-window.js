// SPDX-License-Identifier: MIT

/** The size of the drawing, in its own units. */
export const size = { width: 1000, height: 500 };

const widest = 360;
const narrowest = 0.02;

/**
 * The part of the earth that a map shows: its middle and how many degrees it is wide. A value; moving it makes another one.
 * Degrees of latitude are stretched so that the middle of the map has its true shape.
 */
export class MapWindow {
  static world = new MapWindow(0, 0, widest);

  constructor(latitude, longitude, width) {
    this.width = Math.min(widest, Math.max(narrowest, width));
    this.scale = size.width / this.width;
    this.stretch = 1 / Math.cos(Math.min(70, Math.abs(latitude)) * Math.PI / 180);
    const half = Math.min(90, size.height / 2 / this.scale / this.stretch);
    this.latitude = Math.min(90 - half, Math.max(half - 90, latitude));
    this.longitude = wrapped(longitude);
  }

  /** The window that shows a box, given as its south-west and north-east corner, with some room around it. */
  static around([[south, west], [north, east]]) {
    const width = (east - west + 360) % 360;
    const latitude = (south + north) / 2;
    const tall = (north - south) * 2 / Math.cos(Math.min(70, Math.abs(latitude)) * Math.PI / 180);
    return new MapWindow(latitude, west + width / 2, Math.max(width, tall, 0.5) * 1.25);
  }

  /** The corners, south-west and north-east; all longitudes where the map shows the whole way around. */
  get box() {
    const half = size.height / 2 / this.scale / this.stretch;
    const [south, north] = [Math.max(-90, this.latitude - half), Math.min(90, this.latitude + half)];
    if (this.width >= widest) return [[south, -180], [north, 180]];
    return [[south, wrapped(this.longitude - this.width / 2)], [north, wrapped(this.longitude + this.width / 2)]];
  }

  /** Where a place is drawn. */
  place(latitude, longitude) {
    return {
      x: size.width / 2 + wrapped(longitude - this.longitude) * this.scale,
      y: size.height / 2 - (latitude - this.latitude) * this.scale * this.stretch,
    };
  }

  /** The window after the map was drawn on by so many units. */
  moved(x, y) {
    return new MapWindow(this.latitude + y / this.scale / this.stretch, this.longitude - x / this.scale, this.width);
  }

  /** The window that shows more or less around the same middle. */
  zoomed(factor) {
    return new MapWindow(this.latitude, this.longitude, this.width * factor);
  }

  /** The lines of latitude and longitude for orientation: at most a dozen each way. */
  get lines() {
    const step = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005].find((each) => this.width / each >= 6) ?? 0.005;
    const [[south], [north]] = this.box;
    return {
      latitudes: steps(south, north, step),
      longitudes: steps(this.longitude - this.width / 2, this.longitude + this.width / 2, step),
    };
  }
}

/** The longitude by its name between -180 and 180. */
function wrapped(longitude) {
  return ((longitude + 180) % 360 + 360) % 360 - 180;
}

function steps(from, to, step) {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: Math.min(40, count) }, (_, index) => (first + index) * step);
}
