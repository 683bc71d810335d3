// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Bench

@Suite("Measured apps")
struct AppTests {
    @Test func `A layout takes the place of the one in the file`() {
        let text = "name: a\ninteractors:\n  groups:\n    screen: [hits]\n# widgets\nwidgets:\n  box: {}\n"
        #expect(
            Layout.together.applied(to: text) == "name: a\nwidgets:\n  box: {}\n\ninteractors: together\n"
        )
        #expect(Layout.each.applied(to: "name: a\ninteractors: together") == "name: a\ninteractors: each\n")
    }

    @Test func `A file without a layout gets one`() {
        #expect(Layout.each.applied(to: "name: a\n") == "name: a\n\ninteractors: each\n")
    }

    @Test func `A machine is described in one line`() {
        let line = Provenance.machine(
            processors: "processor\t: 0\nmodel name\t: Some  CPU: fast\n",
            count: 2,
            memory: "MemTotal:        4194304 kB\nMemFree: 1 kB\n",
            release: "6.1.0"
        )
        #expect(line == "2 × Some CPU: fast, 4.00 GiB, Linux 6.1.0")
        #expect(
            Provenance.machine(processors: "", count: 1, memory: "", release: "6")
                == "1 × processor of an unknown kind, Linux 6"
        )
    }

    @Test func `The browser's report becomes figures beside the page's own time`() {
        let section = ScreenMeasure.section(
            [
                "keys": 210, "unanswered": 0, "rate": 5, "browser": "Chromium 1",
                "live": [
                    "painted": ["p50": 26.5, "p99": 49], "settled": .null, "pageShare": ["p50": 9, "p99": 12],
                    "work": ["task": 3.25],
                ],
                "own": ["painted": ["p50": 10, "p99": 20]],
            ],
            title: "key → painted"
        )
        let painted = section.figures.filter { $0.name.hasPrefix("key → painted") }
        #expect(painted.map(\.value) == [26.5, 49])
        #expect(painted.map(\.yardstick) == [10, 20])
        #expect(painted.map(\.isMet) == [false, true])
        #expect(section.figures.first { $0.name == "the page's own share, p50" }?.isMet == true)
        #expect(section.figures.last?.isMet == true)
        #expect(!section.figures.contains { $0.name.hasPrefix("key → last change") })
        #expect(section.notes.contains("The main thread, a key: task 3.25 ms."))
    }

    @Test func `A report without a word about unanswered keys meets nothing`() {
        #expect(ScreenMeasure.section(["live": [:]], title: "t").figures.last?.isMet == false)
    }

    @Test func `Each shape has its figures; one without a box has no keys`() {
        let section = ShapesMeasure.section(
            """
            {"shape": "box-alone", "processes": 6, "ready": 0.8, "rest": 1.5, "key": 12.5, "processor": 8}
            no shape
            {"shape": "manual", "processes": 7, "ready": 0.9, "rest": 2}
            """
        )
        #expect(
            section.figures.map(\.name) == [
                "box-alone (6 processes), up to ready", "box-alone, at rest", "box-alone, a key, median",
                "box-alone, processor time a key", "manual (7 processes), up to ready", "manual, at rest",
            ]
        )
        #expect(section.figures.map(\.value) == [0.8, 1.5, 12.5, 8, 0.9, 2])
    }

    @Test func `What needs the repository says what is missing without it`() {
        guard case .failure(let missing) = RepositoryTools.find(script: "no/such.py", executables: "/usr/bin") else {
            Issue.record("there is no such script")
            return
        }
        #expect(missing.text == "It needs the repository: there is no no/such.py here.")
    }
}
