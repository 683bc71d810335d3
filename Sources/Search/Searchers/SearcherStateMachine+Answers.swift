// SPDX-License-Identifier: MIT

import Backends
import Components
import SearchModel
import Wire

// When answers leave.
extension SearcherStateMachine {
    /// How long an answer waits for those of other engines or indexes that were asked at the same moment.
    ///
    /// Answers that leave together cost one append and one turn of each widget that shows several of them; one that leaves
    /// alone is seen at once. It waits no longer than leaving alone would cost the others (docs/performance.md), so that
    /// whatever comes, the wait is never more than what it may save.
    public static let gathering: Duration = .milliseconds(1)

    /// What an engine has said, and when.
    struct Arrival: Sendable {
        let answers: [String: SearchResult]
        let at: Instant
    }

    /// The end of a search.
    struct Ended: Sendable {
        let search: Search
        /// The members whose results must be published, each with its request and its result.
        let results: [(name: String, asked: MemberRequest, result: SearchResult)]
    }

    /// The number of a batch of searches that are begun now.
    var nextBatch: Int { (searches.values.compactMap(\.batch).max() ?? 0) + 1 }

    /// An engine has answered.
    ///
    /// - Returns: The searches that end by it: none while the answer waits for others, or was given up.
    mutating func arrive(_ id: Int, _ answers: [String: SearchResult], at now: Instant) -> [Ended] {
        guard searches[id] != nil else { return [] }
        searches[id]?.arrival = Arrival(answers: answers, at: now)
        guard let batch = searches[id]?.batch else { return end([id], at: now) }
        let others = searches.filter { $0.value.batch == batch }
        guard others.allSatisfy({ $0.value.arrival != nil }) else { return [] }
        return end(others.keys.sorted(), at: now)
    }

    /// The searches whose answers have waited long enough for others: once the first has, all that are there go with it.
    mutating func endOverdue(at now: Instant) -> [Ended] {
        let arrived = searches.filter { $0.value.arrival != nil }
        let due = arrived.values.filter { $0.arrival.map { $0.at.advanced(by: gathering) <= now } ?? false }
        let batches = Set(due.compactMap(\.batch))
        return end(arrived.values.filter { $0.batch.map(batches.contains) ?? true }.map(\.id).sorted(), at: now)
    }

    /// Ends all that has its answer: something newer is asked for.
    mutating func endArrived(at now: Instant) -> [Ended] {
        end(searches.values.filter { $0.arrival != nil }.map(\.id).sorted(), at: now)
    }

    private mutating func end(_ ids: [Int], at now: Instant) -> [Ended] {
        defer { settle() }
        return ids.compactMap { id in
            guard let search = searches.removeValue(forKey: id) else { return nil }
            var results: [(name: String, asked: MemberRequest, result: SearchResult)] = []
            for (name, asked) in search.asked.sorted(by: { $0.key < $1.key }) {
                members[name]?.search = nil
                guard let member = members[name], asked.number >= member.wanted?.since ?? 0 else { continue }
                members[name]?.answered = max(member.answered, asked.number)
                guard let result = search.arrival?.answers[name] else { continue }
                let isNews = note(result, of: name, asked, isQuiet: search.quiet.contains(name), at: now)
                if isNews { results.append((name, asked, result)) }
            }
            return Ended(search: search, results: results)
        }
    }
}
