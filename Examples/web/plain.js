// SPDX-License-Identifier: MIT

// A search screen without the client module: one session, intents by POST, views by a stream that is read with `fetch`,
// since `EventSource` cannot show a key. The module does more: it repeats what failed, notices a connection that is silent,
// and knows who owns the text of the box.

const { gateway, token } = document.body.dataset;
const right = { authorization: `Bearer ${token}` };
const [box, status, list] = ["input", "[role=status]", "ol"].map((selector) => document.querySelector(selector));
const price = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

async function post(path, body) {
  const headers = { ...right, "content-type": "application/json" };
  const response = await fetch(gateway + path, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${answer.detail} ${answer.remedy}`);
  return answer;
}

/** Reads the stream once, from where it was left; answers with where that is when it ends. */
async function follow(session, last) {
  const headers = last ? { ...right, "last-event-id": last } : right;
  const response = await fetch(`${gateway}/api/sessions/${session}/events`, { headers });
  if (!response.ok) throw new Error((await response.json()).detail);
  status.textContent = "";
  let rest = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + piece).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      const { id, event: name, data } = Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/s)));
      if (id) last = id;
      if (name === "reset") Object.entries(JSON.parse(data).views).forEach(([widget, view]) => draw(widget, view));
      if (name === "view") {
        const { topic, event: { data: view } } = JSON.parse(data);
        draw(topic.split("/")[1], view);
      }
    }
  }
  return last;
}

function draw(widget, view) {
  if (widget !== "hits" || !Array.isArray(view?.hits)) return;
  list.replaceChildren(...view.hits.map(({ record }) => {
    const [item, cost] = [document.createElement("li"), document.createElement("b")];
    cost.textContent = price.format(record.price);
    item.append(record.name, cost);
    return item;
  }));
}

async function start() {
  const { session } = await post("/api/sessions", {});
  // One request at a time: of two, the earlier could arrive last, and its text would stay.
  let sent = Promise.resolve();
  box.addEventListener("input", () => {
    const intent = { to: "box", type: "set-query", data: { query: box.value } };
    sent = sent.then(() => post(`/api/sessions/${session}/intents`, intent))
      .catch((error) => { status.textContent = error.message; });
  });
  let last = null;
  for (;;) {
    try {
      last = await follow(session, last);
    } catch (error) {
      status.textContent = `Trying again: ${error.message}`;
    }
    await new Promise((resolve) => { setTimeout(resolve, 500); });
  }
}

start().catch((error) => { status.textContent = error.message; });
