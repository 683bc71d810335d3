# SPDX-License-Identifier: MIT
"""What a key costs each process: calls are counted exactly, and each kind of process has its row; no test looks at times."""

import json
import os
import re
import shutil
import subprocess
import sys

import key_budget
import pytest
from call_counts import COUNTERS, CallCounts
from searchbus_testing import ROOT, binary
from shop_data import APP

SCRIPT = ROOT / "Tests/Support/key_budget.py"

# Each round makes the same calls; the first argument is how many rounds.
PROGRAM = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static char bytes[10000];
static void *volatile memory;

static void *in_thread(void *unused) {
    for (int call = 0; call < 1000; call++) getpid();
    return unused;
}

static void round_of_calls(int file, int event, int set, int *pair) {
    struct iovec part = {bytes, 30};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    struct pollfd polled = {.fd = event, .events = POLLIN};
    struct epoll_event change = {.events = EPOLLIN}, found;
    struct timespec none = {0, 0};
    eventfd_t value;
    pthread_t threads[3];

    write(pair[0], bytes, 100);
    send(pair[0], bytes, 50, 0);
    sendto(pair[0], bytes, 20, 0, NULL, 0);
    writev(pair[0], &part, 1);
    sendmsg(pair[0], &message, 0);
    eventfd_write(event, 1);
    read(pair[1], bytes, 100);
    recv(pair[1], bytes, 50, 0);
    recvfrom(pair[1], bytes, 20, 0, NULL, NULL);
    readv(pair[1], &part, 1);
    recvmsg(pair[1], &message, 0);
    recv(pair[1], bytes, 1, MSG_DONTWAIT);  // There is nothing left.
    eventfd_read(event, &value);

    poll(&polled, 1, 0);
    ppoll(&polled, 1, &none, NULL);
    epoll_ctl(set, EPOLL_CTL_ADD, event, &change);
    epoll_wait(set, &found, 1, 0);
    epoll_pwait(set, &found, 1, 0, NULL);
    epoll_ctl(set, EPOLL_CTL_DEL, event, NULL);

    pwrite(file, bytes, 4096, 0);
    pwrite64(file, bytes, 4097, 0);
    pwrite(file, bytes, 24, 0);
    pread(file, bytes, 1000, 0);
    pread64(file, bytes, 3, 0);
    fsync(file);
    fdatasync(file);
    fcntl(file, F_GETFL);

    memory = malloc(10);
    memory = realloc(memory, 20);
    memory = calloc(3, 10);
    memory = aligned_alloc(64, 64);
    posix_memalign((void **)&memory, 64, 128);
    posix_memalign((void **)&memory, 3, 128);  // An invalid alignment.

    for (int index = 0; index < 3; index++) pthread_create(&threads[index], NULL, in_thread, NULL);
    for (int index = 0; index < 3; index++) pthread_join(threads[index], NULL);
}

int main(int count, char **words) {
    int pair[2], file = open(words[2], O_RDWR | O_CREAT, 0600), event = eventfd(0, EFD_NONBLOCK), set = epoll_create1(0);
    socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
    for (int index = 0; index < atoi(words[1]); index++) round_of_calls(file, event, set, pair);
    if (count > 3) {
        pid_t child = fork();
        if (child == 0) {
            for (int call = 0; call < 7; call++) getpid();
            _exit(0);
        }
        waitpid(child, NULL, 0);
        // The same process begins the program again.
        execl(words[0], words[0], words[1], words[2], NULL);
    }
    return 0;
}
"""

ROUND = {
    "reads": 7, "read_bytes": 238, "received_bytes": 230, "writes": 6, "written_bytes": 238, "sent_bytes": 230,
    "polls": 4, "epoll_changes": 2, "positioned_reads": 2, "positioned_read_bytes": 1003,
    "positioned_writes": 3, "positioned_written_bytes": 8217, "pages": 4, "syncs": 2, "getpids": 3000, "others": 1,
    "allocations": 5, "allocated_bytes": 10 + 20 + 30 + 64 + 128,
}
assert set(ROUND) == set(COUNTERS)


@pytest.fixture(scope="module")
def program(place):
    """A program with known calls, compiled as it is written."""
    source, path = place / "calls.c", place / "calls"
    source.write_text(PROGRAM)
    subprocess.run([shutil.which("cc") or "clang", "-O0", "-fno-builtin", "-pthread", "-w", "-o", path, source], check=True)
    return path


@pytest.fixture(scope="module")
def counts(place):
    """The counts of what a test starts."""
    return CallCounts(place)


def counted(counts, program, *words):
    """The counts of a run, by the pid of each process, the program's own first."""
    before = set(counts.folder.iterdir())
    process = subprocess.Popen([program, *map(str, words)], env={**os.environ, **counts.environment})
    assert process.wait(60) == 0
    pids = [int(path.name) for path in counts.folder.iterdir() if path not in before]
    return [counts.of(pid) for pid in sorted(pids, key=lambda pid: pid != process.pid)]


def test_calls_bytes_and_allocations_are_counted_exactly(counts, program, place):
    """Also where threads make calls at the same time; what the start of a program costs, and its first threads, is in both runs."""
    (two,), (five,) = (counted(counts, program, rounds, place / "file") for rounds in (2, 5))
    assert {name: five[name] - two[name] for name in COUNTERS} == {name: 3 * count for name, count in ROUND.items()}


def test_a_child_has_counts_of_its_own_and_another_program_continues_them(counts, program, place):
    """A process that forks, and then begins the program again with exec."""
    (once,) = counted(counts, program, 2, place / "file")
    both, child = counted(counts, program, 2, place / "file", "again")
    assert child["getpids"] == 7 and child["writes"] == 0
    calls = [name for name in COUNTERS if not name.startswith("allocat")]
    assert {name: both[name] for name in calls} == {name: 2 * once[name] for name in calls}


def run(*words, **options):
    """Runs the script; returns what it has printed."""
    done = subprocess.run([sys.executable, SCRIPT, *map(str, words)], capture_output=True, text=True, timeout=400, check=False, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def budget(indexes, place):
    """The file of a budget of the shop, which is small."""
    path = place / "budget.json"
    path.write_text(run("--bin", binary("searchbus").parent, "--app", APP, "--data", indexes.parent, "--keys", 5, "--warmup", 2,
                        "--interval", 100, "--idle", 1, "--json"))
    return path


def test_each_kind_of_process_has_a_row(budget):
    """Both layouts; what a key must cost is not zero."""
    layouts = json.loads(budget.read_text())["layouts"]
    assert {layout: rows["interactor"]["processes"] for layout, rows in layouts.items()} == {"each": 7, "together": 1}
    for rows in layouts.values():
        assert set(rows) >= {"broker", "gateway", "state", "searcher", "interactor", "insights", "supervisor"}
        for kind in ("broker", "gateway", "state", "searcher", "interactor"):
            assert [name for name in ("systemCalls", "polls", "received", "sent", "allocations") if rows[kind][name] <= 0] == [], kind
            assert rows[kind]["polls"] < rows[kind]["systemCalls"]
        assert rows["broker"]["pages"] > 0, "the log is written"
        assert sum(row["wakeUps"] for row in rows.values()) > 0


def test_a_budget_is_compared_with_a_former_one(budget, place):
    """With itself, each ratio is one; a number that was zero has none."""
    text = run("--budget", budget, "--compare", budget)
    cells = [cell.strip() for line in text.splitlines() if re.match(r"\| (?!process)", line) for cell in line.split("|")[2:-1]]
    assert len(cells) > 100
    assert [cell for cell in cells if not re.fullmatch(r"[\d,.]+ \(×1\.00\)|0(\.0)?", cell)] == []
    former = json.loads(budget.read_text())
    former["layouts"]["each"]["broker"] |= {"allocations": 0, "sent": former["layouts"]["each"]["broker"]["sent"] * 2}
    changed = place / "former.json"
    changed.write_text(json.dumps(former))
    row = next(line for line in run("--budget", budget, "--compare", changed).splitlines() if line.startswith("| broker "))
    assert "(new)" in row.split("|")[-2] and "(×0.50)" in row.split("|")[7]


def test_the_document_has_the_tables_of_the_recorded_budget():
    """`--record` writes both."""
    text = key_budget.DOCUMENT.read_text(encoding="utf-8")
    recorded = text[text.index(key_budget.BEGIN) + len(key_budget.BEGIN):text.index(key_budget.END)]
    assert recorded.strip() == run("--budget", key_budget.RECORD).strip()


def test_a_recorded_budget_replaces_the_former_tables(budget, tmp_path, monkeypatch):
    """The text around them stays."""
    document, file = tmp_path / "performance.md", tmp_path / "key-budget.json"
    document.write_text(f"before\n\n{key_budget.BEGIN}\n\nformer\n\n{key_budget.END}\n\nafter\n")
    monkeypatch.setattr(key_budget, "DOCUMENT", document)
    monkeypatch.setattr(key_budget, "RECORD", file)
    for _ in range(2):
        key_budget.main(["--budget", str(budget), "--record"])
    assert json.loads(file.read_text()) == json.loads(budget.read_text())
    tables = key_budget.report(json.loads(budget.read_text()))
    assert document.read_text() == f"before\n\n{key_budget.BEGIN}\n\n{tables}\n\n{key_budget.END}\n\nafter\n"
