// SPDX-License-Identifier: MIT

import { button, iconButton } from "../buttons.js";
import { attribute, h, keyed, s, text } from "../dom.js";
import { number } from "../format.js";
import { hitTitle } from "../hit-card.js";
import { HitCards } from "../hit-cards.js";
import { showHitDetail } from "../hit-detail.js";
import { panel } from "../panel.js";
import { MapWindow, size } from "../map-window.js";

const metresPerDegree = 111_195;
const keys = { ArrowLeft: [150, 0], ArrowRight: [-150, 0], ArrowUp: [0, 100], ArrowDown: [0, -100] };

/**
 * A plain map: lines of latitude and longitude, a dot for each place, and the part of the earth that is searched. The same
 * records are listed below, so that no user needs the map. The map shows the area of the results until a user
 * moves it.
 */
export default class GeoHits {
  static isLong = true;
  #send;
  #view = null;
  #window = MapWindow.world;
  #isMoved = false;
  #drag = null;
  #lines = s("g", { class: "map-lines" });
  #area = s("g", { class: "map-area" });
  #dots = s("g", { class: "map-dots" });
  #map;
  #sized;
  #note = h("p", { class: "panel-note", role: "note" });
  #search = button("Search here", () => this.#searchHere(), { kind: "map-search" });
  #clear = h("button", { class: "link-button", type: "button", on: { click: () => this.#searchAll() } }, "Everywhere");
  #cards = new HitCards();

  constructor({ widget, send }) {
    this.#send = send;
    const title = widget.title ?? "Map";
    this.#map = s("svg", {
      class: "map", viewBox: `0 0 ${size.width} ${size.height}`, tabindex: 0, role: "application",
      "aria-roledescription": "map", "aria-label": `${title}: arrow keys move it, plus and minus zoom`,
      on: {
        pointerdown: (event) => this.#grab(event), pointermove: (event) => this.#pull(event),
        pointerup: () => { this.#drag = null; }, pointercancel: () => { this.#drag = null; },
        dblclick: () => this.#show(this.#window.zoomed(0.5)), keydown: (event) => this.#key(event),
        wheel: (event) => this.#wheel(event),
      },
    }, this.#lines, this.#area, this.#dots);
    const tools = h("div", { class: "map-tools" },
      iconButton("plus", "Zoom in", "zoom-in", () => this.#show(this.#window.zoomed(0.5))),
      iconButton("minus", "Zoom out", "zoom-out", () => this.#show(this.#window.zoomed(2))),
      this.#search, this.#clear);
    attribute(this.#cards.element, "aria-label", title);
    // Dots and words are as large on a narrow screen as on a wide one.
    this.#sized = new ResizeObserver(([entry]) => {
      const { width } = entry.contentRect;
      if (width > 0) this.#map.style.setProperty("--unit", (size.width / width).toFixed(3));
    });
    this.#sized.observe(this.#map);
    this.element = panel(title, h("div", { class: "map-frame" }, this.#map), tools, this.#note, this.#cards.element);
  }

  disconnect() {
    this.#sized.disconnect();
  }

  render(view) {
    this.#view = view;
    text(this.element.heading, view.title);
    const followed = view.selected?.box ?? view.bounds;
    if (!this.#isMoved && followed !== null) this.#window = MapWindow.around(followed);
    this.#draw();
    this.#cards.render(view.items.map(({ hit }) => hit), { layout: "list", ...view.template });
    this.#clear.classList.toggle("is-unseen", view.selected === null);
    const shown = view.items.length;
    const rest = view.withoutPlace > 0 ? `, ${number(view.withoutPlace)} without a location` : "";
    text(this.#note, shown === 0 ? "No result has a location." : `${number(shown)} of ${number(view.nbHits)} on the map${rest}.`);
  }

  // What the map shows

  #show(window) {
    this.#isMoved = true;
    this.#window = window;
    this.#draw();
  }

  #draw() {
    const { latitudes, longitudes } = this.#window.lines;
    const lines = [...latitudes.map((at) => ({ at, name: `lat ${at}`, isLatitude: true })),
      ...longitudes.map((at) => ({ at, name: `lng ${at}` }))];
    keyed(this.#lines, lines, { key: ({ name }) => name, create: makeLine, update: (line, item) => this.#placeLine(line, item) });
    const dots = (this.#view?.items ?? []).flatMap(({ hit, points }) => points.map((point, index) => ({ hit, point, index })));
    keyed(this.#dots, dots, {
      key: ({ hit, index }) => JSON.stringify([hit.objectID, index]),
      create: () => this.#makeDot(),
      update: (dot, item) => this.#placeDot(dot, item),
    });
    this.#area.replaceChildren(...areaOf(this.#view?.selected ?? null, this.#window));
  }

  #placeLine(line, { at, isLatitude }) {
    const [stroke, label] = line.children;
    const shown = Number(at.toFixed(3));
    if (isLatitude) {
      const { y } = this.#window.place(at, this.#window.longitude);
      place(stroke, { x1: 0, x2: size.width, y1: y, y2: y });
      place(label, { x: 8, y: y - 6 });
      text(label, shown === 0 ? "0°" : `${Math.abs(shown)}° ${shown > 0 ? "N" : "S"}`);
    } else {
      // Not `place`: the two edges of the world are one longitude.
      const x = size.width / 2 + (at - this.#window.longitude) * this.#window.scale;
      const east = Number((((at + 180) % 360 + 360) % 360 - 180).toFixed(3));
      place(stroke, { x1: x, x2: x, y1: 0, y2: size.height });
      place(label, { x: x + 5, y: size.height - 8 });
      text(label, [0, -180].includes(east) ? `${Math.abs(east)}°` : `${Math.abs(east)}° ${east > 0 ? "E" : "W"}`);
    }
  }

  #makeDot() {
    const dot = s("g", { class: "map-dot", "aria-hidden": "true",
      on: { click: () => showHitDetail(dot.hit, this.#view.template) } },
    s("title"), s("circle", { class: "map-touch" }), s("circle", { class: "map-point" }));
    return dot;
  }

  #placeDot(dot, { hit, point }) {
    dot.hit = hit;
    const { x, y } = this.#window.place(...point);
    attribute(dot, "transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    text(dot.firstChild, hitTitle(hit, this.#view.template));
  }

  // What is searched

  #searchHere() {
    this.#isMoved = true;
    if (this.#window.width >= 360) this.#send("clear");
    else this.#send("set-box", { box: this.#window.box });
  }

  #searchAll() {
    this.#isMoved = false;
    this.#send("clear");
  }

  // Hands and keys

  #grab(event) {
    if (event.button !== 0 || event.target.closest(".map-dot")) return;
    this.#drag = { x: event.clientX, y: event.clientY, window: this.#window, unit: size.width / this.#map.clientWidth };
    this.#map.setPointerCapture(event.pointerId);
  }

  #pull(event) {
    if (!this.#drag) return;
    const { x, y, window, unit } = this.#drag;
    this.#show(window.moved((event.clientX - x) * unit, (event.clientY - y) * unit));
  }

  /** The wheel alone scrolls the page; with the control key, as by pinching, it zooms. */
  #wheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    this.#show(this.#window.zoomed(event.deltaY > 0 ? 1.25 : 0.8));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zoom = { "+": 0.5, "=": 0.5, "-": 2 }[event.key];
    const way = keys[event.key];
    if (!zoom && !way) return;
    event.preventDefault();
    this.#show(zoom ? this.#window.zoomed(zoom) : this.#window.moved(...way));
  }
}

function makeLine() {
  return s("g", { "aria-hidden": "true" }, s("line"), s("text"));
}

function place(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) attribute(element, name, Number(value.toFixed(1)));
}

/** The part of the earth that is searched, as drawn; a box across the antimeridian or the map's edge is on both sides. */
function areaOf(selected, window) {
  if (selected === null) return [];
  if (selected.point) {
    const { x, y } = window.place(...selected.point);
    const high = selected.radius / metresPerDegree * window.scale * window.stretch;
    const wide = high / window.stretch / Math.max(0.05, Math.cos(selected.point[0] * Math.PI / 180));
    return [s("ellipse", { cx: x, cy: y, rx: wide, ry: high })];
  }
  const round = 360 * window.scale;
  if (selected.polygon) {
    const points = outlineOf(selected.polygon, window);
    return [-round, 0, round].map((shift) => s("polygon", { points: points.map(({ x, y }) => `${x + shift},${y}`).join(" ") }));
  }
  const [[south, west], [north, east]] = selected.box;
  const width = ((east - west + 360) % 360 || (east === west ? 0 : 360)) * window.scale;
  const { x, y } = window.place(north, west);
  const height = window.place(south, west).y - y;
  return [x, x - round].map((left) => s("rect", { x: left, y, width, height }));
}

/** The corners of a polygon as drawn, each beside the one before it: its lines go the shorter way around the earth. */
function outlineOf(corners, window) {
  let { x } = window.place(...corners[0]);
  return corners.map(([latitude, longitude], index) => {
    const way = index === 0 ? 0 : longitude - corners[index - 1][1];
    x += (way > 180 ? way - 360 : way < -180 ? way + 360 : way) * window.scale;
    return { x, y: window.place(latitude, longitude).y };
  });
}
