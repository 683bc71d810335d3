# SPDX-License-Identifier: MIT
"""The recipe for containers names what there is; no engine for containers is needed to see that."""

import re

import yaml
from searchbus_testing import ROOT, command

FOLDER = ROOT / "deploy/compose"


def container(name):
    """What an instruction of the container file says."""
    return re.search(rf"^{name} (.+)$", (ROOT / "deploy/package/Containerfile").read_text(), re.MULTILINE)[1]


def test_the_recipe_fits_the_container():
    text = (FOLDER / "compose.yaml").read_text()
    service = yaml.safe_load(text)["services"]["searchbus"]
    context = (FOLDER / service["build"]["context"]).resolve()
    assert context == ROOT / ".build/package"
    assert (context / service["build"]["dockerfile"]).resolve() == ROOT / "deploy/package/Containerfile"
    assert service["ports"] == [f"127.0.0.1:8080:{container('EXPOSE')}"]
    assert [volume.split(":")[1] for volume in service["volumes"]] == [container("VOLUME")]


def test_the_commands_options_are_known():
    """Those for an app of one's own, and those of the container's own command."""
    own = re.search(r"# command: up \S+ (.*)", (FOLDER / "compose.yaml").read_text())[1]
    for name, words in (("up", own), ("demo", container("CMD"))):
        known = set(re.findall(r"--[a-z-]+", command(name, "--help")[0]))
        assert set(re.findall(r"--[a-z-]+", words)) <= known, name
