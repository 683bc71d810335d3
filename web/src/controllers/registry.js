// SPDX-License-Identifier: MIT

// Which controller draws which widget type; and how to add your own.
//
// A controller is a module whose default export is a class:
//
//   export default class Gauge {
//     constructor({ widget, send, announce }) { this.element = document.createElement("div"); }
//     render(view) { this.element.textContent = view.needle; }
//   }
//
// * `widget`    the widget as /api/app describes it: { name, type, title?, parameters, place, … }.
// * `send(type, data, { latest }?)`  sends this widget an intent. Returns a promise that resolves to { id, sequence }
//               once the intent is on the log, or to null if a later one replaced it, and rejects with a Problem if it was
//               refused. With `latest: true` it replaces a waiting intent of the same type (typing, dragging).
//               Failures are retried for you.
// * `announce(text)`  announces a text to screen readers.
// * `element`   the one element you draw in. It exists after the constructor and stays the same.
// * `render(view)`  draws a view, at most twice a frame. A view is complete: draw what it says, store nothing of others. Do
//               not read layout here (`getBoundingClientRect`): the page would lay out twice.
// * `static showsFailure = true`  optional: your controller says itself why a view of the phase `failed` failed. Otherwise
//               the page does, below it, as it does with a view's `warning` or `warnings`.
// * `static isLong = true`  optional: the element may be longer than the screen, so that the page says these things above it.
// * `disconnect()`  optional: called when the element leaves the page for good; give back what you took (observers).
//
// Give the widget a `controller: /controllers/gauge.js` in the app file: it is imported when needed. The page's Content
// Security Policy holds for it: same origin only, no inline script or style, no innerHTML.

import { controllers } from "./all.js";
import RawView from "./raw-view.js";

/** The controller class for a widget: its own, its type's, or the one that shows any view as JSON. */
export async function controllerFor(widget) {
  if (widget.controller) return (await import(ownURL(widget.controller))).default;
  return Object.hasOwn(controllers, widget.type) ? controllers[widget.type] : RawView;
}

/** Controllers are code: they come from this server or not at all. */
function ownURL(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin) throw new Error(`The controller ${path} is not on this server`);
  return url.href;
}
