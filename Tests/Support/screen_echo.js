// SPDX-License-Identifier: MIT

// Runs in the page before its own scripts (screen_latency.py puts it there). As recorder it keeps what the session's stream
// brings for each text; as echo it takes the server's place and answers each text at once with what was kept, so
// that what is measured is the page's own time.
(() => {
  const kept = window.screenRecording ?? null;
  const send = window.fetch;
  const isStream = (resource) => /\/api\/sessions\/[^/]+\/events$/.test(String(resource));
  const json = (body, status = 200) => new Response(JSON.stringify(body), {
    status, headers: { "content-type": "application/json" },
  });
  const queryIn = (options) => JSON.parse(options.body).intents.findLast(({ type }) => type === "set-query")?.data.query;

  if (kept === null) record();
  else echo();

  function record() {
    const recording = { beginning: "", answers: {} };
    let query = null;
    window.screenRecording = recording;
    window.fetch = async (resource, options) => {
      if (String(resource).endsWith("/intents")) query = queryIn(options) ?? query;
      const response = await send(resource, options);
      if (!isStream(resource)) return response;
      const [one, two] = response.body.tee();
      keep(two);
      return new Response(one, { status: response.status, headers: response.headers });
    };

    async function keep(body) {
      const reader = body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        if (query === null) recording.beginning += piece.value;
        else recording.answers[query] = (recording.answers[query] ?? "") + piece.value;
      }
    }
  }

  function echo() {
    const bytes = new TextEncoder();
    let sequence = Number(/"sequence":"(\d{20})"/.exec(kept.beginning)[1]);
    let stream;
    window.fetch = async (resource, options) => {
      if (isStream(resource)) {
        const body = new ReadableStream({ start: (controller) => { stream = controller; } });
        stream.enqueue(bytes.encode(kept.beginning));
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      }
      if (!String(resource).endsWith("/intents")) return send(resource, options);
      const answer = kept.answers[queryIn(options)] ?? "";
      // A view counts only if it is newer than what is shown.
      const renumbered = answer.replace(/"sequence":"\d{20}"/g, () => {
        sequence += 1;
        return `"sequence":"${String(sequence).padStart(20, "0")}"`;
      });
      const { intents } = JSON.parse(options.body);
      // Without its outcome an intent stays in flight, and the page shows that it waits.
      const outcomes = intents.map(({ id, to }) => `event: outcome\ndata: ${JSON.stringify({ to, intent: id, result: "applied" })}\n\n`);
      stream.enqueue(bytes.encode(renumbered + outcomes.join("")));
      return json({ intents: intents.map(({ id }) => ({ id, sequence: String(sequence) })) }, 202);
    };
  }
})();
