// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How high the items of a class stand.
struct RankScore {
    private var ranks: [Int?] = []

    mutating func add(_ rank: Int?) { ranks.append(rank) }

    /// The part of the items at a rank or higher.
    func success(at rank: Int) -> Double {
        Double(ranks.count { $0.map { $0 <= rank } ?? false }) / Double(max(1, ranks.count))
    }

    /// The mean of one divided by the rank, which is 0 for an item that was not found.
    var meanReciprocalRank: Double {
        ranks.reduce(0) { $0 + ($1.map { 1 / Double($0) } ?? 0) } / Double(max(1, ranks.count))
    }

    /// The score as JSON, with the success at each of some ranks.
    func json(at ranks: [Int]) -> JSON {
        var object = JSONObject([("count", JSON(self.ranks.count))])
        for rank in ranks { object["success@\(rank)"] = .number((success(at: rank) * 1_000).rounded() / 1_000) }
        object["mrr"] = .number((meanReciprocalRank * 1_000).rounded() / 1_000)
        return .object(object)
    }
}
