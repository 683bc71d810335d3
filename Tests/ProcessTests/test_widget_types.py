# SPDX-License-Identifier: MIT
"""Types of clients for a widget type that does not come with SearchBus, printed from what its program declares."""

import subprocess

from searchbus_testing import binary, command


def test_a_widget_of_ones_own_describes_itself_and_gets_types(tmp_path):
    described = subprocess.run([binary("sum-searches"), "--describe"], capture_output=True, text=True, timeout=60, check=True)
    (file := tmp_path / "sum-searches.json").write_text(described.stdout)
    assert "public struct SumSearchesView: PhasedView" in command("widgets", file, "--swift")[0]
    assert '"reset": Record<string, never>;' in command("widgets", file, "--typescript")[0]
    compile(printed := command("widgets", file, "--python")[0], "widgets", "exec")
    assert "class SumSearchesView(View):" in printed
    assert "--swift" in command("widgets", file, code=64)[1]
    file.write_text('{"summary": "No type."}')
    assert "`type` is missing" in command("widgets", file, "--swift", code=65)[1]
