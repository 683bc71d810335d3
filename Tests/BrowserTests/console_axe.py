# SPDX-License-Identifier: MIT
"""The findings of axe-core on a page. It comes with a package for tests, and is not served to users."""

import functools
import importlib.resources

# Off by default in axe, because it belongs to WCAG 2.2.
EXTRA_RULES = ("target-size",)


@functools.cache
def source():
    """The text of axe-core."""
    return (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


# What is pale while an answer is awaited has less contrast for that time. The gallery's pictures of states stay as they are.
CALM = """() => [...document.querySelectorAll("[data-waiting], [data-silent], [data-phase='stalled'], search-widget[inert]")]
    .every((one) => one.closest(".gallery-state, .past-screen"))
  && document.getAnimations().every((one) => one.playState !== "running" || one.effect.getTiming().iterations === Infinity)"""


# Widgets out of sight are not rendered: they have the size of a placeholder, and their contents lie upon what follows. So all is rendered.
RUN = """async ([rules, within]) => {
  const rendered = new CSSStyleSheet();
  rendered.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, rendered];
  // Something may become pale meanwhile, on a slow machine.
  let isPale = false;
  const watch = new MutationObserver((changes) => { isPale ||= changes.some(({ target }) => target.matches("[data-waiting], [data-silent], [data-phase='stalled']")); });
  watch.observe(document, { subtree: true, attributeFilter: ["data-waiting", "data-silent", "data-phase"] });
  try {
    const { violations, passes } = await axe.run(within ?? document, { rules, resultTypes: ["violations"] });
    return { violations, passes, isPale };
  } finally {
    watch.disconnect();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== rendered);
  }
}"""


def findings(page, where, within=None):
    """What is wrong with a page, or what is within a selector, in its present state, one text each: where, rule, impact, elements."""
    # The page's policy lets no script in, so axe comes in as a debugger does.
    if not page.evaluate("'axe' in window"):
        debugger = page.context.new_cdp_session(page)
        debugger.send("Runtime.evaluate", {"expression": source() + ";0"})
        debugger.detach()
    rules = {rule: {"enabled": True} for rule in EXTRA_RULES}
    while True:
        page.wait_for_function(CALM)
        result = page.evaluate(RUN, [rules, within])
        if not result["isPale"]:
            break
    assert len(result["passes"]) > (0 if within else 10), "axe has looked at the page"
    return [f"{where}: {found['id']} ({found['impact']}): {node['target']} {node['failureSummary']}"
            for found in result["violations"] for node in found["nodes"][:3]]
