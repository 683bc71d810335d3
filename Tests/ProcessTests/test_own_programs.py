# SPDX-License-Identifier: MIT
"""What the author of a program in Python sees of it: what it prints and raises, and what a change of it does."""

import subprocess

from example_widgets import app_with, program, wait_view, widget


def test_a_changed_program_shows_in_sessions_that_are_there(make_shop, tmp_path):
    """Also a corrected one: no session has to be used for its view. What it prints is printed at once."""
    text = """
from searchbus.widgets import run

class Greeting:
    type = "greeting"

    def initial(self):
        return None

    def fold(self, state, event):
        return state, None

    def view(self, state):
        print("a view is made")
        return {"phase": "ready", "said": SAID}

run(Greeting)
"""
    stack = make_shop(app=app_with(tmp_path, widget("greeting", "greeting", program(tmp_path, "greeting", text))))
    session = stack.new_session()
    error = wait_view(stack, session, "greeting", lambda view: view["phase"] == "failed", "its view cannot be made")["error"]
    assert "SAID" in error["message"] and "greeting.py, line" in error["message"]
    assert "a view is made" in stack.output()
    program(tmp_path, "greeting", text.replace("SAID", "'hello'"))
    wait_view(stack, session, "greeting", lambda view: view.get("said") == "hello", "the corrected program has made it again")


def test_a_program_that_up_has_not_started_says_what_is_missing(tmp_path):
    done = subprocess.run(program(tmp_path, "sum", "from searchbus.widgets import run\nrun(list)\n"), capture_output=True, text=True,
                          timeout=20, check=False)
    assert done.returncode == 64 and done.stderr.startswith("error: SEARCHBUS_APP is not set: this program was not started by `searchbus up`.")
