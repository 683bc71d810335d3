// SPDX-License-Identifier: MIT

/**
 * Leaves only one element within reach of keys, pointers and people who listen, as a modal dialog does; elements in `except`
 * and live regions stay as they are. Answers with the way back.
 */
export function isolate(element, except = []) {
  const inert = [];
  for (let part = element; part !== document.body && part.parentElement; part = part.parentElement) {
    for (const sibling of part.parentElement.children) {
      if (sibling === part || sibling.inert || except.includes(sibling) || sibling.role === "status") continue;
      sibling.inert = true;
      inert.push(sibling);
    }
  }
  return () => {
    for (const each of inert) each.inert = false;
  };
}
