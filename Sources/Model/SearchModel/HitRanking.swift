// SPDX-License-Identifier: MIT

/// Why a hit stands where it does, as far as its engine can tell.
public struct HitRanking: Sendable, Hashable {
    /// The point of a record that is nearest to where was asked from.
    public struct Place: Sendable, Hashable {
        public let point: GeoPoint
        /// How far away it is, in metres.
        public let distance: Double

        public init(_ point: GeoPoint, distance: Double) {
            self.point = point
            self.distance = distance
        }
    }

    /// How many words of the query the record has.
    public var words: Int
    public var exactWords: Int
    /// How many letters of them are others in the record.
    public var typos: Int
    /// Where the first of them stands: 1,000 for each searched attribute before, and 1 for each word before in its own.
    public var firstWord: Int
    /// What the optional filters that it meets are worth.
    public var filterScore: Int
    /// The place that the index's own order gives it, the higher the better.
    public var ownScore: Int
    /// Where it lies; `nil` where no point was asked for, and for records without one.
    public var place: Place?

    public init(
        words: Int = 0,
        exactWords: Int = 0,
        typos: Int = 0,
        firstWord: Int = 0,
        filterScore: Int = 0,
        ownScore: Int = 0,
        place: Place? = nil
    ) {
        self.words = words
        self.exactWords = exactWords
        self.typos = typos
        self.firstWord = firstWord
        self.filterScore = filterScore
        self.ownScore = ownScore
        self.place = place
    }
}

/// That hits are to say why they stand where they do; engines that cannot tell leave it out.
public struct RankingNeed: Sendable, Hashable {
    /// The point from which distances are measured.
    public var origin: GeoPoint?

    public init(origin: GeoPoint? = nil) { self.origin = origin }
}
