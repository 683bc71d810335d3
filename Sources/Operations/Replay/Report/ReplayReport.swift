// SPDX-License-Identifier: MIT

import Wire

/// What came of making searches on two sides: what differs, in all and for each search.
public struct ReplayReport: Sendable {
    /// A search whose answers differ.
    public struct Entry: Sendable, Hashable {
        public let search: LoggedSearch
        /// How often it was asked for.
        public let asked: Int
        public let difference: AnswerDifference
        /// The first hits on both sides; `nil` if only differences are reported.
        public let lists: Lists?
        /// Where it was first asked for, among the others.
        let place: Int

        /// How much it matters to all who ask.
        public var weight: Int { difference.points * asked }

        public var json: JSON {
            let head = [("search", search.json), ("asked", JSON(asked)), ("points", JSON(difference.points))]
            let tail = lists.map { [("lists", $0.json)] } ?? []
            return .object(JSONObject(head + difference.members + tail))
        }
    }

    /// The first hits of two answers, in their order.
    public struct Lists: Sendable, Hashable {
        public let before: [ListedHit]
        public let after: [ListedHit]

        init(_ before: ReplaySide.Answer, _ after: ReplaySide.Answer) {
            (self.before, self.after) = (before.hits, after.hits)
        }

        var json: JSON { ["before": .array(before.map(\.json)), "after": .array(after.map(\.json))] }
    }

    /// The results of one side.
    public struct Side: Sendable {
        /// The searches without results.
        public internal(set) var empty = SearchTally()
        /// The searches without an answer.
        public internal(set) var failed = SearchTally()
        public internal(set) var error: SearchBusError?
        /// How long the searches took; `nil` where none has an answer.
        public internal(set) var latency: LatencyFigures?
        var times: [Double] = []

        mutating func add(_ answer: ReplaySide.Answer, asked: Int) {
            switch answer.result {
            case .success(let digest):
                if digest.count == 0 { empty.add(asked) }
                times.append(answer.milliseconds)
            case .failure(let error):
                failed.add(asked)
                self.error = self.error ?? error
            }
        }

        var json: JSON {
            var object = JSONObject([("empty", empty.json), ("failed", failed.json)])
            object["error"] = error?.json
            object["latencyMS"] = latency?.json ?? .null
            return .object(object)
        }
    }

    /// The side that was compared with.
    public private(set) var before = Side()
    /// The side that was compared.
    public private(set) var after = Side()
    public private(set) var searches = SearchTally()
    /// The searches whose answers differ.
    public private(set) var different = SearchTally()
    /// The searches that have lost or gained hits among the first.
    public private(set) var otherHits = SearchTally()
    /// The searches with the same first hits in another order.
    public private(set) var reordered = SearchTally()
    /// The searches with another number of results.
    public private(set) var otherCount = SearchTally()
    /// The searches with other counts of values.
    public private(set) var otherFacets = SearchTally()
    /// The searches whose answers as a whole became something else.
    public private(set) var turns: [AnswerDifference.Turn: SearchTally] = [:]
    /// How many hits were gained, lost and moved, over the different searches.
    public private(set) var hits = (gained: 0, lost: 0, moved: 0)
    /// The worst differences; see `entries`.
    private var kept: [Entry] = []
    /// How long it took, in seconds.
    public private(set) var seconds = 0.0
    /// How often searches were asked for that were not made, for want of room.
    public private(set) var leftOut = 0
    /// The number of requests of Algolia's interface other than searches.
    public internal(set) var otherQuestions = 0
    private let limit: Int
    private let listsHits: Bool

    init(limit: Int, listsHits: Bool = false) {
        self.limit = max(0, limit)
        self.listsHits = listsHits
    }

    mutating func add(_ search: SearchCollection.Counted, _ old: ReplaySide.Answer, _ new: ReplaySide.Answer) {
        let asked = search.count
        before.add(old, asked: asked)
        after.add(new, asked: asked)
        searches.add(asked)
        guard let difference = AnswerDifference(from: old.result, to: new.result) else { return }
        count(difference, asked)
        kept.append(
            Entry(
                search: search.search,
                asked: asked,
                difference: difference,
                lists: listsHits ? Lists(old, new) : nil,
                place: searches.searches
            )
        )
        // Sorted from time to time, to keep only a few times the reported number.
        if kept.count >= 256, kept.count / 2 >= limit { trim() }
    }

    private mutating func count(_ difference: AnswerDifference, _ asked: Int) {
        different.add(asked)
        if !difference.gained.isEmpty || !difference.lost.isEmpty {
            otherHits.add(asked)
        } else if !difference.moved.isEmpty {
            reordered.add(asked)
        }
        if difference.countBefore != difference.countAfter { otherCount.add(asked) }
        if !difference.facets.isEmpty { otherFacets.add(asked) }
        if let turn = difference.turn { turns[turn, default: SearchTally()].add(asked) }
        hits.gained += difference.gained.count
        hits.lost += difference.lost.count
        hits.moved += difference.moved.count
    }

    private mutating func trim() {
        kept.sort { ($1.weight, $0.place) < ($0.weight, $1.place) }
        kept.removeLast(max(0, kept.count - limit))
    }

    mutating func finish(seconds: Double, leftOut: Int) {
        trim()
        (self.seconds, self.leftOut) = (seconds, leftOut)
        before.latency = LatencyFigures(before.times)
        after.latency = LatencyFigures(after.times)
        (before.times, after.times) = ([], [])
    }

    /// The worst differences, the worst first: by points times how often the search was asked for; of equal ones the first asked for.
    public var entries: [Entry] { kept }

    /// How many searches were made a second, each on both sides.
    public var rate: Double { seconds > 0 ? Double(searches.searches) / seconds : 0 }

    /// The report but for the differences of each search.
    public var summary: JSONObject {
        func tally(_ turn: AnswerDifference.Turn) -> JSON { (turns[turn] ?? SearchTally()).json }
        return JSONObject([
            ("searches", JSON(searches.searches)), ("asked", JSON(searches.asked)), ("leftOut", JSON(leftOut)),
            ("otherQuestions", JSON(otherQuestions)), ("seconds", .number((seconds * 1_000).rounded() / 1_000)),
            ("before", before.json), ("after", after.json), ("different", different.json),
            (
                "hits", ["gained": JSON(hits.gained), "lost": JSON(hits.lost), "moved": JSON(hits.moved)]
            ),
            ("otherHits", otherHits.json), ("reordered", reordered.json), ("otherCount", otherCount.json),
            ("otherFacets", otherFacets.json), ("becameEmpty", tally(.becameEmpty)),
            ("noLongerEmpty", tally(.noLongerEmpty)), ("nowFails", tally(.nowFails)),
            ("noLongerFails", tally(.noLongerFails)),
        ])
    }
}
