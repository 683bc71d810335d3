// SPDX-License-Identifier: MIT

import Wire

/// Makes searches on two sides, now and at the same time, and compares the answers.
public struct Replay: Sendable {
    /// How many searches both sides make before their answers are compared: so many answers are in memory.
    private static let batchSize = 256

    private let before: ReplaySide
    private let after: ReplaySide
    private let limit: Int
    private let listsHits: Bool

    /// - Parameters:
    ///   - before: The side that answers are compared with.
    ///   - after: The side whose answers are compared.
    ///   - limit: The number of reported differences, the worst first; all of them are counted.
    ///   - listsHits: Whether each difference includes the first hits of both sides.
    public init(before: ReplaySide, after: ReplaySide, limit: Int, listsHits: Bool = false) {
        (self.before, self.after, self.limit, self.listsHits) = (before, after, limit, listsHits)
    }

    /// Makes the searches.
    ///
    /// - Throws: `CancellationError`; the `SearchBusError` of a side that answers no search at all.
    public func run(
        _ collection: SearchCollection,
        onProgress: (Int) -> Void = { _ in }
    ) async throws -> ReplayReport {
        let clock = ContinuousClock()
        await before.prepare()
        await after.prepare()
        let began = clock.now
        var report = ReplayReport(limit: limit, listsHits: listsHits)
        var rest = collection.searches[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            let batch = rest.prefix(Self.batchSize)
            rest = rest.dropFirst(batch.count)
            let searches = batch.map(\.search)
            async let old = before.answers(searches, listsHits: listsHits)
            async let new = after.answers(searches, listsHits: listsHits)
            for (search, (old, new)) in zip(batch, zip(await old, await new)) { report.add(search, old, new) }
            onProgress(report.searches.searches)
        }
        report.finish(seconds: (clock.now - began) / .seconds(1), leftOut: collection.leftOut)
        report.otherQuestions = collection.otherQuestions
        for (name, side) in [("before", report.before), ("after", report.after)] {
            guard let error = side.error, side.failed.searches == report.searches.searches else { continue }
            throw SearchBusError(error.code, "No search has an answer \(name): \(error.message)", remedy: error.remedy)
        }
        return report
    }
}
