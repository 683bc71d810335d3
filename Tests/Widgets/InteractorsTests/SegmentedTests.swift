// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct SegmentedTests {
    typealias Tester = InteractorTester<SegmentedInteractor>

    private let items: JSON = [
        "all": ["label": "All"], "1": ["filter": ["type": "tag", "value": "t1"]],
        "2": ["filter": ["type": "tag", "value": "t2"], "label": "שתיים 👍"],
    ]

    private func control(_ parameters: [(String, JSON)] = []) throws -> Tester {
        try Tester(SegmentedInteractor.self, searcher: nil, .object(JSONObject([("items", items)] + parameters)))
    }

    @Test func `one segment takes the place of another, and choosing it again keeps it`() throws {
        let control = try control()
        control.send("select", ["key": 1])
        control.send("select", ["key": "1"], .unchanged)
        control.send("select", ["key": "2"])
        #expect(control.filters.groups == [.or("_tags", .tag("t2"))])
        #expect(
            control.view == [
                "phase": "ready", "title": "_tags",
                "items": [
                    ["key": "all", "label": "All", "selected": false], ["key": "1", "label": "t1", "selected": false],
                    ["key": "2", "label": "שתיים 👍", "selected": true],
                ], "selected": "2",
            ]
        )
        control.send("select", ["key": "all"])
        control.expectView(["selected": "all"])
        control.send("select", ["key": .null], .unchanged)
        #expect(control.filters.isEmpty)
    }

    @Test func `only its own filters are touched, and of several the first is shown`() throws {
        let control = try control([("group", "tags")])
        control.filters(.or("tags", .tag("t2"), .tag("other"), .tag("t1")))
        control.expectView(["selected": "1"])
        control.send("select", ["key": 2])
        #expect(control.filters.groups == [.or("tags", .tag("t2"), .tag("other"))])
        control.send("select", ["key": .null])
        #expect(control.filters.groups == [.or("tags", .tag("other"))])
    }

    @Test func `the segment of the app file holds from the start`() throws {
        let control = try control([("selected", 2), ("operator", "and")])
        let group = FilterGroup.ID(kind: .and, name: "_tags")
        #expect(control.widget.initialFilters == [InitialFilter(group: group, filter: .tag("t2"))])
        #expect(try self.control([("selected", "all")]).widget.initialFilters == [])
        #expect(control.widget.permalinkKeys.map(\.name) == ["_tags"])
        control.expectView(["phase": "idle", "selected": "all"])
    }

    @Test func `nonsense is refused`() throws {
        let control = try control()
        control.sendRejected("select", ["key": "3"], "not one of: all, 1, 2")
        control.sendRejected("select", [:], "`key` is missing")
        control.sendRejected("clear", [:], "does not understand")
        #expect(throws: ParameterError.self) { try self.control([("selected", "3")]) }
        #expect(throws: ParameterError.self) { try Tester(SegmentedInteractor.self, ["items": [:]]) }
        let twice: JSON = [
            "a": ["filter": ["type": "tag", "value": "x"]], "b": ["filter": ["type": "tag", "value": "x"]],
        ]
        #expect(throws: ParameterError.self) { try Tester(SegmentedInteractor.self, ["items": twice]) }
        #expect(throws: ParameterError.self) { try Tester(SegmentedInteractor.self, ["items": ["a": [:], "b": [:]]]) }
    }
}
