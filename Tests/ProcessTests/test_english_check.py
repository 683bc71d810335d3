# SPDX-License-Identifier: MIT
"""The check of English terms finds its phrases where people read them, and leaves code and correct English alone."""

import pytest
from check_english import findings, is_checked, matches

FOUND = {
    "Who asks is told": 2, "400 lines at the most": 1, "the end is to be kept": 1, "whoever comes": 1, "it is none": 1, "The text is no session.": 1,
    "it is shown no more.": 1, "It is not needed any more, and": 1, "it waits for ever": 1, "made anew": 1, "is let in": 1, "taken away": 1, "set aside": 1,
    "nobody": 1, "somebody": 1, "the file is gone": 1, "searches under\nway": 1, "it stands in the file": 1, "put in the place of": 1, "a place on the log": 1,
}
CORRECT = [
    "at the most recent event", "There is none.", "There is no session.", "there may be no leader", "it is no longer used", "no more than four", "any more events", "Who may read it?",
    "values can be distinguished", "appended: it goes on the log", "a user who asks", "the first place", "it stands for a name", "the aim is clear",
]


@pytest.mark.parametrize("text", FOUND)
def test_a_phrase_is_found(text):
    found = findings(text, ".md")
    assert len(found) == FOUND[text] and all(phrase and instead for _, phrase, instead in found)


@pytest.mark.parametrize("text", CORRECT)
def test_correct_english_passes(text):
    assert findings(text, ".md") == []


@pytest.mark.parametrize(("suffix", "text"), [
    (".py", 'told = 1  # nobody\n'), (".py", '"""Text.\n\nOf\nnobody."""\n'), (".py", "def test_nobody_waits():\n"), (".py", "raise Problem(f'for {told} nobody')\n"),
    (".swift", "let told = 1 // nobody\n"), (".swift", "/// Waits for\n/// nobody.\n"), (".swift", "@Test func `nobody waits`() {\n"),
    (".js", "told(); /* text\n * nobody */\n"), (".js", "say(`${told} nobody`);\n"), (".sh", "echo $told # nobody\n"), (".yaml", "told: x # nobody\n"), (".py", "send('told')  # nobody\n"),
])
def test_what_people_read_in_a_program_is_checked(suffix, text):
    assert {phrase for _, phrase, _ in findings(text, suffix)} == {"nobody"}


def test_a_phrase_has_its_line():
    assert [line for line, _, _ in findings("# one\n# two,\n# which goes\n# on\n", ".py")] == [3]


def test_code_in_a_document_is_left_alone():
    assert findings("`nobody`", ".md") == [] and findings("“Nobody waits”", ".md") != []


def test_generated_files_and_data_are_left_out():
    assert is_checked("README.md") and is_checked("docs/http.md") and is_checked("Tests/Log/BusTests/TopicTests.swift") and not is_checked("web/icon.svg")
    assert not is_checked("Tests/Commands/CommandTests/Snapshots/help.txt") and not is_checked("deploy/demo/product_vocabulary.txt")
    assert matches("Sources/Log/Bus/Event.swift", "Sources/**/Bus/**") and not matches("Sources/Log/BusClient/Event.swift", "Sources/**/Bus/**")
