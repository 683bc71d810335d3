// SPDX-License-Identifier: MIT

// Runs in the page before its own scripts (screen_latency.py puts it there) and notes when what happened: a key, the
// request that left because of it, the arrival of what the page reads from its stream, and the frame that shows it.
(() => {
  const clock = () => performance.now();
  const quiet = ".latency, #announcements";
  const keys = [];
  const channel = new MessageChannel();
  const frame = window.requestAnimationFrame.bind(window);
  let inFrame = false;
  let afterPaint = [];
  let pressed = 0;
  let arrived = 0;

  // A message that is sent while a frame is being made is delivered after its layout and paint.
  channel.port1.onmessage = () => {
    inFrame = false;
    const at = clock();
    for (const callback of afterPaint.splice(0)) callback(at);
  };
  window.requestAnimationFrame = (callback) => frame((time) => {
    if (!inFrame) {
      inFrame = true;
      channel.port2.postMessage(null);
    }
    callback(time);
  });

  function whenPainted(callback) {
    afterPaint.push(callback);
    if (!inFrame && afterPaint.length === 1) window.requestAnimationFrame(() => {});
  }

  addEventListener("keydown", (event) => { pressed = event.timeStamp; }, { capture: true });
  addEventListener("input", ({ target }) => {
    if (target.type !== "search") return;
    keys.push({ query: target.value, pressed, sent: null, arrived: null, drawn: null, painted: null, settled: null });
  }, { capture: true });

  const send = window.fetch;
  window.fetch = (resource, options) => {
    if (String(resource).endsWith("/intents") && keys.length > 0) keys.at(-1).sent ??= clock();
    return send(resource, options);
  };
  const { read } = ReadableStreamDefaultReader.prototype;
  ReadableStreamDefaultReader.prototype.read = function readAndNote(...rest) {
    return read.apply(this, rest).then((piece) => {
      arrived = clock();
      return piece;
    });
  };

  function changed(records) {
    const key = keys.at(-1);
    if (!key) return;
    const seen = records.some(({ target }) => !(target.closest ? target : target.parentElement)?.closest(quiet));
    if (seen && key.sent !== null) whenPainted((at) => { key.settled = at; });
    for (const { target, attributeName } of records) {
      if (attributeName !== "data-query" || !target.closest("[data-widget=hits]")) continue;
      if (key.painted !== null || target.dataset.query !== key.query) continue;
      key.arrived ??= arrived;
      key.drawn ??= clock();
      whenPainted((at) => { key.painted ??= at; });
    }
  }
  addEventListener("DOMContentLoaded", () => new MutationObserver(changed).observe(document.body, {
    subtree: true, childList: true, characterData: true, attributes: true,
  }));

  window.screenProbe = { keys, take: () => keys.splice(0) };
})();
