// SPDX-License-Identifier: MIT

import Wire

/// What differs between two answers to one search.
public struct AnswerDifference: Sendable, Hashable {
    /// A hit and where it stands, from 1.
    public struct Placed: Sendable, Hashable {
        public let objectID: String
        public let place: Int

        public init(objectID: String, place: Int) {
            self.objectID = objectID
            self.place = place
        }
    }

    /// A hit that stands elsewhere, from 1.
    public struct Moved: Sendable, Hashable {
        public let objectID: String
        public let from: Int
        public let to: Int

        public init(objectID: String, from: Int, to: Int) {
            self.objectID = objectID
            self.from = from
            self.to = to
        }
    }

    /// What became of the answer as a whole.
    public enum Turn: String, Sendable, Hashable {
        /// There were results, and there are none.
        case becameEmpty
        /// There were no results, and are some.
        case noLongerEmpty
        /// There was an answer, and is an error.
        case nowFails
        /// There was an error, and is an answer.
        case noLongerFails
    }

    /// The first hits that are new among them, by their places after.
    public let gained: [Placed]
    /// The hits that are no longer among the first, by their positions before.
    public let lost: [Placed]
    /// The hits that are among the first in both, and stand elsewhere, by their places after.
    public let moved: [Moved]
    /// How many results there were; `nil` for an error.
    public let countBefore: Int?
    /// How many results there are; `nil` for an error.
    public let countAfter: Int?
    /// How many values of an attribute have other counts, or are there in one answer only; attributes without such are left out.
    public let facets: [String: Int]
    /// What became of the answer as a whole; `nil` where it is neither empty nor an error now, nor was.
    public let turn: Turn?
    /// The error, where one of the two answers is one.
    public let error: SearchBusError?

    /// Compares two answers.
    ///
    /// - Returns: `nil` where nothing differs, or neither is an answer.
    public init?(
        from before: Result<AnswerDigest, SearchBusError>,
        to after: Result<AnswerDigest, SearchBusError>
    ) {
        let nothing = AnswerDigest(hits: [], count: 0)
        switch (before, after) {
        case (.failure, .failure): return nil
        case (.success(let before), .failure(let error)): self.init(before, nothing, turn: .nowFails, error)
        case (.failure(let error), .success(let after)): self.init(nothing, after, turn: .noLongerFails, error)
        case (.success(let before), .success(let after)):
            guard before != after else { return nil }
            let isTurned = (before.count == 0) != (after.count == 0)
            self.init(before, after, turn: isTurned ? after.count == 0 ? .becameEmpty : .noLongerEmpty : nil, nil)
        }
        // An attribute without values is as good as none.
        guard points > 0 else { return nil }
    }

    private init(_ before: AnswerDigest, _ after: AnswerDigest, turn: Turn?, _ error: SearchBusError?) {
        let old = Self.places(before.hits)
        let new = Self.places(after.hits)
        gained = after.hits.filter { old[$0] == nil }.map { Placed(objectID: $0, place: new[$0] ?? 0) }
        lost = before.hits.filter { new[$0] == nil }.map { Placed(objectID: $0, place: old[$0] ?? 0) }
        moved = after.hits.compactMap { hit in
            guard let from = old[hit], let to = new[hit], from != to else { return nil }
            return Moved(objectID: hit, from: from, to: to)
        }
        countBefore = turn == .noLongerFails ? nil : before.count
        countAfter = turn == .nowFails ? nil : after.count
        // Missing counts of an error are not a difference of counts.
        facets = error == nil ? Self.facets(before, after) : [:]
        self.turn = turn
        self.error = error
    }

    private static func places(_ hits: [String]) -> [String: Int] {
        Dictionary(hits.enumerated().map { ($1, $0 + 1) }, uniquingKeysWith: { first, _ in first })
    }

    private static func facets(_ before: AnswerDigest, _ after: AnswerDigest) -> [String: Int] {
        let attributes = Set(before.facets.keys).union(after.facets.keys)
        return attributes.reduce(into: [:]) { differing, attribute in
            let (old, new) = (before.facets[attribute] ?? [:], after.facets[attribute] ?? [:])
            let changed = old.count { new[$0.key] != $0.value }
            let added = new.count { old[$0.key] == nil }
            if changed + added > 0 { differing[attribute] = changed + added }
        }
    }
}

extension AnswerDifference {
    /// How much it matters to a user: the first differences weigh most.
    ///
    /// 40 for an error, 20 for lost results, 2 for a hit gained or lost, 1 for one moved, for another number of
    /// results and for each attribute with other counts.
    public var points: Int {
        let turned =
            switch turn {
            case .nowFails: 40
            case .becameEmpty: 20
            case .noLongerEmpty, .noLongerFails, nil: 0
            }
        return turned + 2 * (gained.count + lost.count) + moved.count + (countBefore == countAfter ? 0 : 1)
            + facets.count
    }

    var members: [(String, JSON)] {
        func placed(_ hits: [Placed]) -> JSON {
            .array(hits.map { ["objectID": .string($0.objectID), "place": JSON($0.place)] })
        }
        let all: [(String, JSON)] = [
            ("nbHits", ["before": JSON(countBefore), "after": JSON(countAfter)]),
            ("gained", placed(gained)), ("lost", placed(lost)),
            (
                "moved",
                .array(
                    moved.map { ["objectID": .string($0.objectID), "from": JSON($0.from), "to": JSON($0.to)] }
                )
            ),
            ("facets", .object(JSONObject(facets.sorted { $0.key < $1.key }.map { ($0.key, JSON($0.value)) }))),
        ]
        return all + [turn.map { ("turn", .string($0.rawValue)) }, error.map { ("error", $0.json) }].compactMap(\.self)
    }
}
