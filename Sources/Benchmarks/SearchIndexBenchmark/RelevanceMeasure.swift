// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Wire

/// Looks for records that are known to be there, as people would write their names, and reports how high they stand.
struct RelevanceMeasure {
    /// The ranks for which the part of the items at that rank or higher is reported.
    private static let ranks = [1, 5, 10]

    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Asks for each item and scores each class.
    func run() throws -> JSON {
        let reader = try IndexReader(directory: options.directory, name: options.name)
        var missed: [UInt8] = []
        var classes: [String: RankScore] = [:]
        var order: [String] = []
        for line in try options.lines("items") {
            let name = try line.requiredString("class")
            let (rank, found) = try self.rank(of: line, reader: reader)
            if classes[name] == nil { order.append(name) }
            classes[name, default: RankScore()].add(rank)
            if rank != 1, var item = line.object {
                item["rank"] = rank.map { JSON($0) } ?? .null
                item["found"] = .array(found.map(JSON.string))
                missed += JSON.object(item).bytes + [UInt8(ascii: "\n")]
            }
        }
        if let path = options["missed"] { try Data(missed).write(to: URL(fileURLWithPath: path)) }
        let mean = order.reduce(into: JSONObject()) { $0[$1] = classes[$1]?.json(at: RelevanceMeasure.ranks) }
        return ["index": .string(options.name), "classes": .object(mean)]
    }

    /// The place of the item among the first ten hits, from 1: of the record itself or of one with the very same name; and their names.
    private func rank(of item: JSON, reader: IndexReader) throws -> (rank: Int?, found: [String]) {
        let objectID = try item.requiredString("objectID")
        let name = try item.requiredString("name")
        let request = SearchRequest(
            index: options.name,
            query: try item.requiredString("query"),
            hitsPerPage: 10,
            attributesToRetrieve: ["name"],
            attributesToHighlight: []
        )
        let hits = try reader.search([request]).first?.hits?.hits ?? []
        let place = hits.firstIndex { $0.objectID == objectID || $0.record["name"]?.string == name }
        return (place.map { $0 + 1 }, hits.map { $0.record["name"]?.string ?? $0.objectID })
    }
}

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
