// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import SearchModel
import Wire

/// Reads searches from the lines of a file: `{"topic", "event"}` as `searchbus watch request --json` prints them, or a text each.
///
/// A line that is neither is skipped and named.
public struct SearchLines: Sendable {
    /// A line that was skipped.
    public struct Invalid: Sendable, Hashable {
        public let line: Int
        public let message: String
    }

    /// How many bytes a line may have.
    public static let longestLine = 1 << 20
    /// How many invalid lines are named; the others are counted.
    public static let mostNamed = 10

    /// What was read.
    public private(set) var collection: SearchCollection
    /// The first invalid lines.
    public private(set) var invalid: [Invalid] = []
    /// How many lines are invalid.
    public private(set) var invalidCount = 0
    private let searcher: String
    private var number = 0
    private var rest: [UInt8] = []
    /// Whether the line that is being read is too long, and what is left of it is skipped.
    private var isTooLong = false

    public init(searcher: String, limits: SearchCollection.Limits = .init()) {
        self.searcher = searcher
        collection = SearchCollection(limits: limits)
    }

    public mutating func read(_ bytes: some Collection<UInt8>) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (place, part) in parts.enumerated() {
            if place > 0 { endLine() }
            guard !isTooLong, part.count <= Self.longestLine - rest.count else {
                isTooLong = true
                rest = []
                continue
            }
            rest += part
        }
    }

    /// Reads the last line, which may have no line break.
    public mutating func finish() {
        if isTooLong || !rest.isEmpty { endLine() }
    }

    private mutating func endLine() {
        number += 1
        defer {
            rest.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !isTooLong else { return refuse("it has more than \(Self.longestLine >> 20) MiB") }
        if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
        do {
            try take(rest)
        } catch let error as SearchBusError {
            refuse(error.message)
        } catch {
            refuse("\(error)")
        }
    }

    private mutating func take(_ line: [UInt8]) throws {
        guard let text = String(validating: line, as: UTF8.self) else { throw JSONError("it is not UTF-8") }
        guard let first = text.first(where: { !$0.isWhitespace }) else { return }
        guard first == "{" else { return collection.add(LoggedSearch(searcher: searcher, query: text)) }
        let object = try JSON(parsing: line)
        let topic = try Topic(parsing: try object.requiredString("topic"))
        // A file of everything that was on the bus will do.
        guard topic.kind == .request else { return }
        try collection.add(topic, data: try object.required("event").required("data"))
    }

    private mutating func refuse(_ message: String) {
        invalidCount += 1
        if invalid.count < Self.mostNamed { invalid.append(Invalid(line: number, message: message)) }
    }
}

extension SearchCollection {
    /// Takes what an event on `request/` asks for.
    ///
    /// - Throws: `JSONError` for data that are not a request.
    public mutating func add(_ topic: Topic, data: JSON) throws {
        // Reports of clicks and conversions are not searches.
        guard topic.component != WorkerKind.insights.component else { return }
        guard topic.component == AlgoliaQuestion.component else { return add(try UnitRequest(json: data)) }
        let list = try data.list("requests")
        guard list.count <= AlgoliaQuestion.limit else { throw JSONError("`requests` are too many") }
        for question in try list.map(AlgoliaQuestion.init(json:)) { add(question) }
    }
}
