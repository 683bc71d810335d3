// SPDX-License-Identifier: MIT

import { TextField } from "./text-field.js";

/**
 * Makes an `<input>` of a page the field for the query of a widget, `view`: what is typed is sent at once, and what others change is
 * shown, but not while the user types in it. Returns a function that stops it.
 */
export function bindText(input, view) {
  const ended = new AbortController();
  const field = new TextField({
    input, signal: ended.signal, post: (data) => view.send("set-query", data, { latest: true }),
  });
  // What was typed into a server's page before this module was there.
  if (input.value !== input.defaultValue && input.value !== view.current?.query) field.enter(input.value);
  const stop = view.subscribe((next) => field.render(next));
  return () => {
    stop();
    ended.abort();
  };
}
