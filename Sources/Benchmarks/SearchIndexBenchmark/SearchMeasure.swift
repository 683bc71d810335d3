// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

/// Asks an index every request of a log, in its order, in a process that has asked nothing yet and then once more.
struct SearchMeasure {
    /// What a request cost and what came of it.
    struct Answer {
        let line: LogRequest
        let microseconds: Double
        let processor: Double
        let found: Int
        let warnings: Int
    }

    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Runs the log and reports the times of each kind of line, in microseconds.
    func run() throws -> JSON {
        let lines = try options.lines("log").map { try LogRequest(json: $0, index: options.name) }
        let before = ProcessFigures.memory("VmRSS")
        let clock = ContinuousClock()
        let start = clock.now
        let reader = try IndexReader(directory: options.directory, name: options.name)
        let opening = (clock.now - start) / .microseconds(1)
        let slowest = try options.count("slowest") ?? 0
        let cold = try pass(lines, reader: reader, slowest: slowest)
        let afterFirst = ProcessFigures.memory("VmRSS")
        let warm = try pass(lines, reader: reader, slowest: slowest)
        return [
            "index": .string(options.name),
            "lines": JSON(lines.count),
            "openMicroseconds": .number(opening.rounded()),
            "cold": cold,
            "warm": warm,
            "memory": [
                "beforeOpening": JSON(before),
                "afterCold": JSON(afterFirst),
                "resident": JSON(ProcessFigures.memory("VmRSS")),
                "anonymous": JSON(ProcessFigures.memory("RssAnon")),
                "files": JSON(ProcessFigures.memory("RssFile")),
            ],
        ]
    }

    private func pass(_ lines: [LogRequest], reader: IndexReader, slowest: Int) throws -> JSON {
        let clock = ContinuousClock()
        let answers = try lines.map { line in
            let (start, begin) = (clock.now, ProcessFigures.processorSeconds)
            let response = try reader.search([line.request]).first?.hits
            let (end, processor) = (clock.now, ProcessFigures.processorSeconds - begin)
            return Answer(
                line: line,
                microseconds: (end - start) / .microseconds(1),
                processor: processor * 1e6,
                found: response?.totalCount ?? 0,
                warnings: response?.warnings.count ?? 0
            )
        }
        var all = Times()
        var kinds: [String: Times] = [:]
        for answer in answers {
            all.add(answer)
            kinds[answer.line.kind, default: Times()].add(answer)
        }
        var report = JSONObject([
            ("all", all.json),
            ("kinds", .object(JSONObject(kinds.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))),
            ("processorSeconds", .number(answers.reduce(0) { $0 + $1.processor } / 1e6)),
            // An attribute that cannot be counted costs nothing: figures with warnings are invalid.
            ("warnings", JSON(answers.reduce(0) { $0 + $1.warnings })),
        ])
        if slowest > 0 {
            let order = answers.sorted { $0.microseconds > $1.microseconds }
            report["slowest"] = .array(order.prefix(slowest).map(describe))
        }
        return .object(report)
    }

    private func describe(_ answer: Answer) -> JSON {
        let request = answer.line.request
        let filters = request.filters.groups.flatMap(\.filters)
        return [
            "kind": .string(answer.line.kind),
            "query": .string(request.query),
            "filters": .array(filters.map { .string("\($0.attribute): \($0.condition)") }),
            "found": JSON(answer.found),
            "microseconds": .number(answer.microseconds.rounded()),
        ]
    }
}

/// A line of a query log: what a screen asks after one keystroke.
struct LogRequest {
    /// What sort of line it is, such as `one letter`.
    let kind: String
    let request: SearchRequest

    /// Reads a line: `query`, `facets`, perhaps `refine` (an attribute and a value, the list of which is or), perhaps
    /// `range` (an attribute, `min` and `max`).
    ///
    /// - Throws: `JSONError` for an invalid line.
    init(json: JSON, index: String) throws {
        kind = try json.requiredString("kind")
        var groups: [FilterGroup] = []
        if let refine = json["refine"] {
            let attribute = try refine.requiredString("attribute")
            let filter = Filter.facet(attribute, .text(try refine.requiredString("value")))
            groups.append(FilterGroup(id: .init(kind: .or, name: attribute), filters: [filter]))
        }
        if let range = json["range"] {
            let attribute = try range.requiredString("attribute")
            guard let low = range["min"]?.double, let high = range["max"]?.double, low <= high else {
                throw JSONError("`range` has no `min` and `max` in order")
            }
            groups.append(FilterGroup(id: .init(kind: .and, name: attribute), filters: [.range(attribute, low...high)]))
        }
        request = SearchRequest(
            index: index,
            query: try json.requiredString("query"),
            filters: FilterState(groups: groups),
            facets: try json.strings("facets").map { FacetNeed($0) }
        )
    }
}
