// SPDX-License-Identifier: MIT

import { language } from "../client/words.js";
import { button, iconButton } from "./buttons.js";
import { attribute, h, text } from "./dom.js";

const hour = 3_600;
const lifetimes = [[hour, "1 hour"], [24 * hour, "1 day"], [7 * 24 * hour, "1 week"], [30 * 24 * hour, "30 days"]];
const usual = 7 * 24 * hour;

/**
 * Shows a dialog that makes a link to a session for people who have no right of their own: to search along, or to look on
 * only. Native and modal: the focus stays in it, Escape closes it, and the focus goes back to where it was.
 */
export function showInvitation({ api, session }) {
  const asked = new AbortController();
  const close = iconButton("close", "Close", "close-invitation", () => dialog.close());
  const heading = h("h2", { id: "invitation-title" }, "Share this session");
  const lifetime = h("select", { class: "invitation-box", name: "lifetime" },
    lifetimes.map(([seconds, words]) => h("option", { value: seconds, selected: seconds === usual }, words)));
  const address = h("input", { class: "invitation-box", type: "text", readonly: true, "aria-label": "The link", dir: "ltr",
    on: { focus: () => address.select() } });
  const note = h("p", { class: "invitation-note" });
  // Within the dialog: what is beside a modal one is not read to anybody.
  const status = h("p", { class: "invitation-note", role: "status" });
  const made = h("div", { class: "invitation-made", hidden: true },
    h("div", { class: "invitation-row" }, address, button("Copy", () => copy(), { kind: "is-primary" })), note);
  const failure = h("p", { class: "banner is-failed", role: "alert", hidden: true });
  const make = h("button", { class: "button is-primary", type: "submit" }, "Create link");
  const form = h("form", { class: "invitation-form", on: { submit: (event) => { event.preventDefault(); ask(); } } },
    h("fieldset", { class: "invitation-choices" }, h("legend", {}, "People with the link can"),
      choice("use", "search", "Everyone sees what the others do.", true),
      choice("look", "view only", "They watch the session and cannot change it.", false)),
    h("label", { class: "invitation-field" }, "Expires after", lifetime), make);
  const dialog = h("dialog", { class: "invitation", "aria-labelledby": heading.id, on: {
    close: () => { asked.abort(); dialog.remove(); },
    // A click beside the dialog reaches the dialog itself, one within it what it holds.
    click: (event) => { if (event.target === dialog) dialog.close(); },
  } },
  h("div", { class: "invitation-body" }, h("header", { class: "invitation-head" }, heading, close),
    h("p", {}, "The link opens this session and nothing else of the console, in any number of browsers."),
    form, failure, made, status));
  document.body.append(dialog);
  dialog.showModal();

  async function ask() {
    attribute(failure, "hidden", true);
    attribute(make, "disabled", true);
    try {
      const readOnly = new FormData(form).get("right") === "look";
      show(await api.makeLink({ session, readOnly, expiresIn: Number(lifetime.value) }, asked.signal));
    } catch (problem) {
      if (asked.signal.aborted) return;
      text(failure, [problem.message, problem.remedy].filter(Boolean).join(" "));
      attribute(failure, "hidden", false);
    } finally {
      attribute(make, "disabled", false);
    }
  }

  function show({ url, id, role, endsAt }) {
    address.value = url;
    const right = role === "read" ? "To view" : "To search together";
    // Without authentication, a link needs no key, and does not expire.
    text(note, id === undefined ? "Anyone who can reach this address can open it."
      : `${right}, until ${new Date(endsAt).toLocaleString(language)}. To revoke it, run searchbus keys delete ${id}`);
    attribute(made, "hidden", false);
    address.focus();
    text(status, "Link created.");
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(address.value);
      text(status, "Link copied.");
    } catch {
      address.focus();
      text(status, "Copy it by hand: it is selected.");
    }
  }
}

function choice(value, words, hint, checked) {
  return h("label", { class: "invitation-choice" }, h("input", { type: "radio", name: "right", value, checked }),
    h("span", {}, words, h("small", {}, hint)));
}
