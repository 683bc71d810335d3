// SPDX-License-Identifier: MIT

import { attribute, h, keyed, text } from "../dom.js";

/** What keeps processes from their work, as they report it, each with what to do about it. */
export class ProblemList {
  #list = h("ul");
  element = h("div", { class: "problem-list", role: "alert", hidden: true }, this.#list);

  show({ processes }) {
    const problems = [...processes.flatMap(reported), ...mixedVersions(processes)];
    attribute(this.element, "hidden", problems.length === 0);
    keyed(this.#list, problems, {
      key: ({ title, code }) => `${title} ${code}`,
      create: () => h("li", { class: "banner is-failed" }, h("strong"), h("span")),
      update: (item, { title, code, message, remedy, since }) => {
        const facts = [code, since && `since ${since.slice(0, 19)}Z`].filter(Boolean).join(", ");
        text(item.children[0], `${title}. `);
        text(item.children[1], [message, remedy, facts && `(${facts})`].filter(Boolean).join(" "));
      },
    });
  }
}

function reported({ name, machine, problems = [] }) {
  return problems.map((problem) => ({ ...problem, title: `${machine ? `${name} of ${machine}` : name}: ${problem.subject}` }));
}

/** After an upgrade, processes that were restarted have another version than those that were not. */
function mixedVersions(processes) {
  const versions = [...new Set(processes.map(({ version }) => version).filter(Boolean))].sort();
  return versions.length > 1
    ? [{ title: "Several versions are running", message: `${versions.join(", ")}.`, remedy: "Restart `searchbus up`." }] : [];
}
