// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchModel
import Wire

/// Searches, each once, with how often it was asked for; those that come first are kept when there is no more room.
public struct SearchCollection: Sendable {
    /// How much is kept.
    public struct Limits: Sendable, Hashable {
        /// How many different searches.
        public var searches: Int
        /// How many bytes they take together.
        public var bytes: Int

        public init(searches: Int = 100_000, bytes: Int = 64 << 20) {
            self.searches = searches
            self.bytes = bytes
        }
    }

    /// A search and how often it was asked for.
    public struct Counted: Sendable, Hashable {
        public let search: LoggedSearch
        public internal(set) var count: Int
    }

    /// The searches, in the order in which they were first asked for.
    public private(set) var searches: [Counted] = []
    /// How often those that are kept were asked for.
    public private(set) var asked = 0
    /// How often a search was asked for that is not kept, for want of room.
    public private(set) var leftOut = 0
    /// The number of requests of Algolia's interface other than searches, such as for a record or for settings.
    public private(set) var otherQuestions = 0
    private let limits: Limits
    private var bytes = 0
    private var places: [LoggedSearch: Int] = [:]

    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    public mutating func add(_ search: LoggedSearch) {
        if let place = places[search] {
            searches[place].count += 1
            asked += 1
            return
        }
        let size = search.size
        guard searches.count < limits.searches, size <= limits.bytes - bytes else {
            leftOut += 1
            return
        }
        bytes += size
        asked += 1
        places[search] = searches.count
        searches.append(Counted(search: search, count: 1))
    }

    /// Collects the changed members of a request: unchanged ones are not searched again.
    public mutating func add(_ unit: UnitRequest) {
        for (name, member) in unit.members.sorted(by: { $0.key < $1.key })
        where member.number == unit.number && member.isAdmitted {
            add(LoggedSearch(searcher: name, member))
        }
    }

    /// Collects a request of Algolia's interface; others than searches are counted.
    public mutating func add(_ question: AlgoliaQuestion) {
        guard let search = LoggedSearch(question) else {
            otherQuestions += 1
            return
        }
        add(search)
    }
}
