# SPDX-License-Identifier: MIT
"""What Prometheus and Grafana are given in deploy/monitoring fits what a running app says of itself."""

import json
import re
import shutil
import signal
import subprocess
import urllib.error
import urllib.request

from searchbus_testing import ROOT, eventually
from shop_sessions import wait_quiet

MONITORING = ROOT / "deploy/monitoring"
# What Prometheus makes of a histogram.
PARTS = re.compile(r"_(bucket|sum|count)$")


def metrics(stack):
    """The text of /metrics."""
    url = f"http://127.0.0.1:{stack.port}/metrics"
    with urllib.request.urlopen(urllib.request.Request(url, headers=stack.gateway.headers), timeout=20) as answer:
        return answer.read().decode()


def sample(text, line):
    """The value of a sample by its name and labels; nothing where it is not there."""
    found = re.search(rf"^{re.escape(line)} (\S+)$", text, re.MULTILINE)
    return float(found.group(1)) if found else None


def promtool(*arguments, text=None):
    """Runs Prometheus' own checks."""
    assert (tool := shutil.which("promtool")), "promtool is missing: make setup-tests installs it"
    done = subprocess.run([tool, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=30,
                          check=False, cwd=MONITORING)
    assert done.returncode == 0 and not done.stderr, done.stdout + done.stderr


def panels():
    """The panels of the dashboard, those in rows too."""
    for panel in json.loads((MONITORING / "grafana.json").read_text())["panels"]:
        yield panel
        yield from panel.get("panels", [])


def names_in(text):
    """The metrics that are named, each as it is served."""
    return {PARTS.sub("", name) for name in re.findall(r"\bsearchbus_[a-z0-9_]+", text)}


def names_of_dashboard():
    """The metrics of all panels and variables."""
    variables = json.loads((MONITORING / "grafana.json").read_text())["templating"]["list"]
    expressions = [target["expr"] for panel in panels() for target in panel.get("targets", [])]
    return names_in("\n".join(expressions + [variable["query"] for variable in variables]))


def names_of_machines():
    """The metrics that only a gateway of a cluster serves; `test_cluster.py` checks that it does."""
    rows = (ROOT / "docs/http.md").read_text().splitlines()
    return names_in("\n".join(row for row in rows if re.match(r"\| `searchbus_(machine|journal|shards)_", row)))


def test_every_metric_of_the_alerts_and_the_dashboard_is_served(shop):
    types = set(re.findall(r"^# TYPE (\S+)", metrics(shop), re.MULTILINE))
    names = names_of_dashboard() | names_in((MONITORING / "searchbus.rules.yml").read_text())
    assert len(names & types) > 20
    assert names - types - names_of_machines() == set()


def test_every_metric_is_written_down_and_machines_have_panels():
    """The dashboard shows the metrics of a cluster, and names nothing that the list of metrics lacks."""
    listed = names_in((ROOT / "docs/http.md").read_text())
    rules = "".join(path.read_text() for path in MONITORING.glob("*.rules.yml"))
    assert names_of_dashboard() | names_in(rules) | names_of_machines() <= listed
    assert len(names_of_machines()) > 7 and names_of_machines() <= names_of_dashboard()


def test_the_panels_lie_beside_each_other():
    taken = {}
    for panel in panels():
        place = panel["gridPos"]
        for cell in [(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])]:
            assert cell[0] < 24 and cell not in taken, (panel["title"], taken.get(cell))
            taken[cell] = panel["title"]
    assert len({panel["id"] for panel in panels()}) == len(list(panels()))


def test_what_happens_is_counted(shop):
    session = shop.new_session()
    before = metrics(shop)
    shop.gateway.send(session, ("box", "set-query", {"query": "lamp"}), wait=True)
    wait_quiet(shop)

    def grows(text, line):
        return (sample(text, line) or 0) > (sample(before, line) or 0)

    lines = ['searchbus_outcomes_total{result="applied"}', "searchbus_intents_total", "searchbus_append_seconds_count",
             "searchbus_broker_append_seconds_count", "searchbus_broker_append_seconds_sum",
             'searchbus_search_seconds_count{process="searcher-everything",backend="embedded",outcome="answered"}',
             'searchbus_http_request_seconds_count{route="/api/sessions/{session}/intents",status="202"}']
    eventually(lambda: metrics(shop), lambda text: all(grows(text, line) for line in lines), "all of it is counted")
    # Sessions are counted when they are written down, every five seconds.
    names = ("searchbus_disk_free_bytes", "searchbus_log_wal_bytes", "searchbus_sessions", "searchbus_log_bytes")
    text = eventually(lambda: metrics(shop), lambda text: all(sample(text, name) > 0 for name in names), str(names))
    version = re.search(r'version = "([^"]+)"', (ROOT / "Sources/Base/Wire/Release.swift").read_text()).group(1)
    for process in shop.processes():
        assert sample(text, f'searchbus_build_info{{process="{process}",version="{version}"}}') == 1, process


def test_prometheus_finds_nothing_wrong(shop):
    promtool("check", "metrics", text=metrics(shop))
    promtool("check", "rules", "searchbus.rules.yml")
    promtool("test", "rules", "searchbus.rules.test.yml")
    promtool("check", "rules", "searchbus-cluster.rules.yml")
    promtool("test", "rules", "searchbus-cluster.rules.test.yml")
    promtool("check", "config", "--syntax-only", "prometheus.yml")


def test_readiness_names_what_is_not_well(make_shop):
    stack = make_shop()
    eventually(lambda: stack.gateway.try_call("GET", "/readyz")[0], lambda status: status == 200, "all is well")
    pid = stack.send_signal("interactor-stats", signal.SIGSTOP)
    status, problem = eventually(lambda: stack.gateway.try_call("GET", "/readyz"), lambda answer: answer[0] == 503,
                                 "it is noticed")
    assert status == 503 and problem["code"] == "component-failed" and pid
    assert [(one["name"], one["reason"]) for one in problem["problems"]] == [("interactor-stats", "silent")], problem
    assert "interactor-stats: It has reported nothing for" in problem["detail"], problem
    with_nothing = urllib.request.Request(f"http://127.0.0.1:{stack.port}/readyz")
    try:
        urllib.request.urlopen(with_nothing, timeout=20)
    except urllib.error.HTTPError as error:
        assert error.code == 503 and "interactor" not in error.read().decode()
    assert stack.gateway.call("GET", "/healthz") == {"status": "ok"}
    assert '"interactor-stats"' in (said := stack.run("status", "--json", code=70)[0]) and '"healthy":false' in said
    # The supervisor replaces it.
    eventually(lambda: stack.gateway.try_call("GET", "/readyz")[0], lambda status: status == 200, "all is well again")
