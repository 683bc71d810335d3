# SPDX-License-Identifier: MIT
"""The Swift client as a package of its own, for apps that need no server."""

import json
import plistlib
import subprocess

import pytest

from searchbus_testing import ROOT


@pytest.fixture(name="package")
def a_package(tmp_path):
    """The package, as `make swift-client` writes it."""
    subprocess.run([ROOT / "deploy/package/swift-client.sh", tmp_path / "client"], check=True, capture_output=True)
    return tmp_path / "client"


def test_it_has_two_targets_and_no_dependency(package):
    done = subprocess.run(["swift", "package", "--package-path", package, "dump-package"], capture_output=True, check=True)
    manifest = json.loads(done.stdout)
    assert manifest["dependencies"] == []
    assert [target["name"] for target in manifest["targets"]] == ["Wire", "SearchClient"]
    whole = json.loads(subprocess.run(["swift", "package", "--package-path", ROOT, "dump-package"], capture_output=True, check=True).stdout)
    assert manifest["platforms"] == whole["platforms"]
    privacy = plistlib.loads((package / "Sources/SearchClient/PrivacyInfo.xcprivacy").read_bytes())
    assert privacy["NSPrivacyTracking"] is False


@pytest.mark.release
def test_it_compiles_alone(package):
    subprocess.run(["swift", "build", "--package-path", package], check=True)
