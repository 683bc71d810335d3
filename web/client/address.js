// SPDX-License-Identifier: MIT

import { Hold } from "./hold.js";

// Browsers refuse an address that changes with each key.
const quiet = 400;

/** The permalink that the page's address has, or null; without the parameters that are the page's `own`. */
export function addressLink({ own = [] } = {}) {
  const parts = partsOf(location.search).filter((part) => !isOwn(part, own));
  return parts.length === 0 ? null : `?${parts.join("&")}`;
}

/**
 * Has the page's query string follow a session's permalink: each state that people stay with is an entry of the browser's history,
 * and going back or forward restores its state. Parameters that are the page's `own` stay. With `link`, the state begins with that of a link.
 * Returns a function that stops it.
 */
export function followAddress(session, { own = [], link = null } = {}) {
  const view = session.view("session");
  const stopped = new AbortController();
  let timer = 0;
  let isFirst = true;
  // What was asked for counts until the session has it; a link of people's own may be written in another way there.
  const hold = new Hold(() => show("replaceState"));

  function show(how) {
    if (stopped.signal.aborted || !view.current) return;
    const said = typeof view.current.link === "string" ? view.current.link : "";
    const search = withOwn(hold.show("link", said), own);
    clearTimeout(timer);
    if (search === withOwn(addressLink({ own }) ?? "", own)) return;
    const write = () => history[how](history.state, "", `${location.pathname}${search}${location.hash}`);
    if (how === "replaceState") write();
    else timer = setTimeout(write, quiet);
  }

  function restore(wanted) {
    clearTimeout(timer);
    const sent = session.send({ to: "session", type: "restore", data: { link: wanted } });
    // Of a link that is refused nothing stays.
    hold.keep("link", wanted, sent);
  }

  if (link !== null) restore(link);
  const stop = view.subscribe(() => {
    show(isFirst ? "replaceState" : "pushState");
    isFirst = false;
  });
  // A change of the fragment alone comes here too.
  addEventListener("popstate", () => {
    const wanted = addressLink({ own }) ?? "?";
    if (withOwn(wanted, own) !== withOwn(view.current?.link ?? "", own)) restore(wanted);
  }, { signal: stopped.signal });
  return () => {
    stopped.abort();
    clearTimeout(timer);
    stop();
  };
}

/** The query string of a permalink, after the page's own parameters. */
function withOwn(link, own) {
  const parts = [...partsOf(location.search).filter((part) => isOwn(part, own)), ...partsOf(link)];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function partsOf(search) {
  return search.replace(/^\?/, "").split("&").filter(Boolean);
}

function isOwn(part, own) {
  const [name] = new URLSearchParams(part).keys();
  return own.includes(name);
}
