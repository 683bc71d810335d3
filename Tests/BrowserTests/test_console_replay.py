# SPDX-License-Identifier: MIT
"""The page on what would change: reports that `searchbus replay --keep` wrote, both lists of hits side by side."""

import json
import re
import subprocess

import pytest
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def kept(stack, tmp_path_factory):
    """A report: names are not searched, and cheap products come first."""
    folder = tmp_path_factory.mktemp("replay")
    settings = folder / "trial.json"
    settings.write_text(json.dumps({"searchableAttributes": ["brand"], "customRanking": ["asc(price)"]}))
    searches = folder / "searches.txt"
    searches.write_text("<b>lamp</b>\nlamp\n" + "sony\n" * 3)

    def run(*arguments):
        done = subprocess.run([stack.command, "replay", "--data", stack.data, "--from", searches, *arguments],
                              capture_output=True, text=True, timeout=120, check=True)
        return done

    answer = run("--with-settings", f"products={settings}", "--keep", "trial")
    assert f"{stack.url}/#/replay?report=trial" in answer.stderr, answer.stderr
    run("--with-settings", f"products={settings}", "--keep", "older")
    return json.loads(run("--with-settings", f"products={settings}", "--json").stdout)


def test_without_a_report_the_page_says_how_to_get_one(console):
    page = console(place="replay").page
    expect(page.locator("replay-page .page-state")).to_contain_text("searchbus replay --with-settings INDEX=FILE --keep NAME")
    expect(page.locator(".replay")).to_be_hidden()


def test_insights_lead_to_it(console, kept):
    page = console(place="insights").page
    page.get_by_role("link", name="Compare settings →").click()
    expect(page.locator(".replay-title")).to_be_visible()
    expect(page.locator(".nav [aria-current]")).to_have_text(["Insights"])


def test_a_report_shows_both_lists_side_by_side(console, kept):
    """The worst search first; each hit says what became of it; nothing of a search is ever markup."""
    page = console(place="replay").open("replay", report="trial").page
    links = page.locator(".replay-searches a")
    expect(links).to_have_count(len(kept["differences"]))
    wanted = [entry["search"]["query"] for entry in kept["differences"]]
    assert [text.split("\n")[0] for text in links.all_inner_texts()] == wanted
    expect(page.locator(".replay-summary .tile-value").first).to_have_text(str(kept["different"]["searches"]))
    for place, entry in enumerate(kept["differences"]):
        links.nth(place).click()
        expect(page.locator(".replay-title")).to_have_text(f"“{entry['search']['query']}”")
        expect(links.nth(place)).to_have_attribute("aria-current", "true")
        before, after = (page.locator(".replay-hits").nth(side) for side in (0, 1))
        expect(before.locator("[data-change=lost]")).to_have_count(len(entry["lost"]))
        expect(after.locator("[data-change=gained]")).to_have_count(len(entry["gained"]))
        shown = before.locator("[data-change=lost] small").all_inner_texts()
        assert shown == [hit["objectID"] for hit in entry["lost"]]
        places = after.locator("[data-change=gained] .replay-place").all_inner_texts()
        assert places == [str(hit["place"]) for hit in entry["gained"]]
        moved = after.locator("[data-change=up], [data-change=down]")
        expect(moved).to_have_count(len(entry["moved"]))


def test_the_address_names_the_report_and_the_search(console, kept):
    """A reload shows the same search; the list of reports leads to another one, and back leads back."""
    page = console(place="replay").open("replay", report="trial", search=2).page
    title = page.locator(".replay-title")
    second = f"“{kept['differences'][1]['search']['query']}”"
    expect(title).to_have_text(second)
    page.reload()
    expect(title).to_have_text(second)
    page.get_by_role("combobox", name="Report").select_option("older")
    expect(page).to_have_url(re.compile("report=older"))
    expect(title).to_have_text(f"“{kept['differences'][0]['search']['query']}”")
    page.go_back()
    expect(title).to_have_text(second)


def test_a_report_that_is_not_kept_is_said(console, kept):
    page = console(place="replay").open("replay", report="none").page
    expect(page.locator("replay-page .page-state")).to_contain_text("There is no report “none”")
