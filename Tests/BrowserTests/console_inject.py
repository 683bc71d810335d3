# SPDX-License-Identifier: MIT
"""Puts events of our own into the stream that a page reads, between those of the server."""

INJECT_SCRIPT = """
{
  const send = window.fetch;
  const bytes = new TextEncoder();
  let injected;
  window.injectEvent = (name, data) => injected.enqueue(bytes.encode(`event: ${name}\\ndata: ${JSON.stringify(data)}\\n\\n`));
  // The place and the epoch of the last view: one of ours counts as the next.
  window.injectView = (widget, data) => {
    window.injectEvent("view", { topic: `view/${widget}/s/`, event: {
      type: `searchbus.view.${data?.type ?? "test"}`, epoch: window.lastEpoch, sequence: "9".repeat(20), data } });
  };
  window.fetch = async (resource, options) => {
    const response = await send(resource, options);
    if (!/\\/api\\/sessions\\/[^/]+\\/events$/.test(String(resource)) || !response.ok) return response;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const body = new ReadableStream({ async start(controller) {
      injected = controller;
      try {
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
          window.lastEpoch = /id: (.+)-\\d{20}/.exec(decoder.decode(piece.value))?.[1] ?? window.lastEpoch;
          controller.enqueue(piece.value);
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    } });
    return new Response(body, { headers: response.headers });
  };
}
"""


def inject_event(page, name, data):
    """Lets the page hear an event of its stream."""
    page.evaluate("([name, data]) => injectEvent(name, data)", [name, data])


def inject_view(page, widget, data):
    """Sends a view of a widget to the page, which ignores later ones of the server."""
    page.evaluate("([widget, data]) => injectView(widget, data)", [widget, data])
