// SPDX-License-Identifier: MIT
// Part of SearchBus.

/** The search box of the site: asks SearchBus at each letter, and shows the sections found below the box. */

const box = document.querySelector("#search");
const list = document.querySelector("#found");
const limit = 8_000;
let question = null;
let active = -1;

/** An element with a class and children. */
function make(name, className, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** A text with what was found marked; from a long one a piece around the first mark. */
function marked(parts, length = Infinity) {
  const first = parts.findIndex(([, isFound]) => isFound);
  const pieces = [];
  let rest = length;
  if (first > 0 && length < Infinity) {
    const before = parts.slice(0, first).map(([text]) => text).join("");
    pieces.push(before.length > 60 ? `…${before.slice(-50).replace(/^\S*\s/, "")}` : before);
    rest -= pieces[0].length;
  }
  for (const [text, isFound] of parts.slice(length < Infinity ? Math.max(first, 0) : 0)) {
    if (rest <= 0) break;
    const piece = text.length > rest ? `${text.slice(0, rest)}…` : text;
    pieces.push(isFound ? make("mark", "", piece) : piece);
    rest -= piece.length;
  }
  return pieces;
}

/** One section found. */
function entry(hit, index) {
  const { record, highlights = {} } = hit;
  const parts = (name) => highlights[name] ?? [[record[name] ?? "", false]];
  const link = make("a", "", make("strong", "", ...marked(parts("title"))));
  if (record.path) link.append(make("small", "", ...marked(parts("path"))));
  if (highlights.text) link.append(make("span", "", ...marked(highlights.text, 140)));
  // The site may be in a folder; the records' addresses begin at its root.
  link.href = new URL(`.${record.url}`, import.meta.url).href;
  link.id = `found-${index}`;
  link.setAttribute("role", "option");
  return link;
}

function say(...words) {
  const line = make("p", "note", ...words);
  line.setAttribute("role", "status");
  return line;
}

/** Shows the results, or a message instead. */
function show(...children) {
  list.replaceChildren(...children);
  list.hidden = children.length === 0;
  box.setAttribute("aria-expanded", String(!list.hidden));
  choose(-1);
}

function options() {
  return [...list.querySelectorAll("[role=option]")];
}

function choose(index) {
  const all = options();
  active = all.length === 0 ? -1 : Math.max(-1, Math.min(index, all.length - 1));
  all.forEach((option, place) => option.setAttribute("aria-selected", String(place === active)));
  if (active < 0) return box.removeAttribute("aria-activedescendant");
  box.setAttribute("aria-activedescendant", all[active].id);
  all[active].scrollIntoView({ block: "nearest" });
}

async function ask(query) {
  question?.abort();
  if (!query.trim()) return show();
  const mine = (question = new AbortController());
  try {
    const response = await fetch(new URL("/api/search", location), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ searcher: "sections", query: query.slice(0, 500), hitsPerPage: 8 }),
      signal: AbortSignal.any([mine.signal, AbortSignal.timeout(limit)]),
    });
    const answer = await response.json().catch(() => ({}));
    if (mine.signal.aborted) return;
    if (!response.ok) return show(say(trouble(response.status, answer)));
    if (answer.hits.length === 0) return show(say(`Nothing found for “${query}”.`));
    const results = make("div", "", ...answer.hits.map(entry));
    results.setAttribute("role", "listbox");
    results.setAttribute("aria-label", "Sections found");
    show(results, say(`${answer.nbHits} section${answer.nbHits === 1 ? "" : "s"} in ${answer.processingTimeMS.toFixed(1)} ms, searched by SearchBus`));
    choose(0);
  } catch {
    if (!mine.signal.aborted) show(say("The search does not respond. It needs SearchBus at this address: make docs-run."));
  }
}

function trouble(status, { detail, remedy }) {
  if (status === 401) return "This browser is not authorized. `searchbus link` prints a link for it.";
  if (status === 404 && !detail) return "There is no search at this address. It needs SearchBus: make docs-run.";
  return `The search failed: ${detail ?? `HTTP ${status}`} ${remedy ?? ""}`;
}

box.addEventListener("input", () => ask(box.value));
box.addEventListener("focus", () => { if (list.hidden && box.value) ask(box.value); });
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    choose(active + (event.key === "ArrowDown" ? 1 : -1));
  } else if (event.key === "Escape" && !list.hidden) {
    event.preventDefault();
    question?.abort();
    show();
  }
});
box.form.addEventListener("submit", (event) => {
  event.preventDefault();
  (options()[active] ?? options()[0])?.click();
});
list.addEventListener("click", (event) => { if (event.target.closest("a")) show(); });
box.form.addEventListener("focusout", (event) => {
  if (event.relatedTarget && !box.form.contains(event.relatedTarget)) show();
});
document.addEventListener("pointerdown", (event) => { if (!box.form.contains(event.target)) show(); });
document.addEventListener("keydown", (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? "");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  box.focus();
  box.select();
});
// On a small screen the list of documents is collapsed at first.
if (matchMedia("(max-width: 60rem)").matches) document.querySelector(".pages details").open = false;
