// SPDX-License-Identifier: MIT

// The frames of the page: work for the beginning of the next one, and for the time after it is painted. Where there are no
// frames, as on servers, the next turn of the event loop is one.

let channel = null;
let beginning = [];
let after = [];
let isInside = false;

/** Calls back at the beginning of the next frame, before its layout and paint; not while the page is hidden. */
export function atNextFrame(callback) {
  beginning.push(callback);
  if (beginning.length > 1) return;
  if (globalThis.requestAnimationFrame) requestAnimationFrame(begin);
  else setTimeout(call);
}

/** Calls back once what has been drawn so far has been laid out and painted. */
export function afterPaint(callback) {
  after.push(callback);
  // Within a frame its own paint is meant, for which `begin` has seen to it that the message comes.
  if (!isInside) atNextFrame(() => {});
}

/** A message that is sent while a frame begins is delivered after its paint. */
function begin() {
  isInside = true;
  channel ??= makeChannel();
  channel.port2.postMessage(null);
  call();
}

function call() {
  const callbacks = beginning;
  beginning = [];
  for (const callback of callbacks) callback();
}

function makeChannel() {
  const made = new MessageChannel();
  made.port1.onmessage = () => {
    isInside = false;
    const callbacks = after;
    after = [];
    for (const callback of callbacks) callback();
  };
  return made;
}
