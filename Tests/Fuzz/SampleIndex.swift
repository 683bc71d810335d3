// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import SearchModel
import Wire

/// A small index that uses every feature.
final class SampleIndex {
    private let reader: IndexReader

    /// Words that records are made of.
    static let words = [
        "red", "desk", "lamp", "lamps", "wireless", "headphones", "head", "phones", "東京都", "c++", "wd-40", "👩‍🚀", "crème",
        "straße",
        "the", "of", "number", "iphone15", "12", "television", "กขค", "한글", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ]
    /// The queries.
    static let queries = [
        "", "r", "red lamp", "wireles headphons", "head phones", "東京", "the of", "c++ 12", "lam", "zzz",
    ]

    /// Settings in which everything is kept.
    static var settings: IndexSettings {
        var settings = IndexSettings(
            searchableAttributes: ["name", "unordered(text)", "tags"],
            attributesForFaceting: ["color", "brand", "size", "on"],
            numericAttributes: ["price", "size"],
            customRanking: [RankingRule("price", .descending)]
        )
        settings.relevance.synonyms = [.regular(["television", "tv"])]
        settings.relevance.attributeForDistinct = "brand"
        return settings
    }

    /// Records that follow from their number.
    static func records(_ count: Int, from first: Int = 0) -> [Record] {
        (first..<first + count).compactMap { number in
            var random = SeededGenerator(seed: UInt64(number) + 1)
            let text = (0..<random.next() % 9).map { _ in random.pick(words) }.joined(separator: " ")
            var object = JSONObject([
                ("objectID", .string("id-\(number)")), ("name", .string("red " + random.pick(words))),
            ])
            object["text"] = .string(text)
            object["color"] = .string(random.pick(["red", "blue", "green", ""]))
            object["brand"] = [.string(random.pick(words)), .string(random.pick(words))]
            object["price"] = .number(Double(random.next() % 1_000) / 4)
            object["size"] = random.pick([JSON(1), JSON(2), .number(2.5), .string("L"), .null])
            if random.isTrue() { object["on"] = .bool(random.isTrue()) }
            if number % 3 == 0 {
                let point: JSON = ["lat": JSON(number % 90), "lng": JSON(number % 180)]
                object["_geoloc"] = number % 6 == 0 ? [point, ["lat": 48.8, "lng": 2.3]] : point
            }
            return try? Record(.object(object))
        }
    }

    /// Makes the index.
    init(recordCount: Int) {
        let folder = FuzzFolder("sample")
        do {
            let writer = try IndexWriter(directory: folder.indexes, name: "x")
            try writer.replaceAll(settings: SampleIndex.settings, SampleIndex.records(recordCount))
            // A second segment, and rows that are deleted.
            try writer.add(SampleIndex.records(recordCount / 8, from: recordCount * 7 / 8 + 5))
            try writer.delete(objectIDs: ["id-3", "id-\(recordCount - 1)"])
            reader = try IndexReader(directory: folder.indexes, name: "x")
        } catch { fail("\(error)") }
    }

    /// Searches the index, which may throw only errors of the product.
    func search(_ request: SearchRequest) {
        var counted = request
        counted.facets = ["color", "brand", "on", "text", "price"]
        counted.stats = ["price", "size", "name"]
        counted.attributesToHighlight = ["name", "text", "brand"]
        do {
            for answer in try reader.answers(to: [request, counted]) {
                guard case .success(let response) = answer else { continue }
                _ = response.bytes()
            }
        } catch is SearchBusError {} catch { fail("\(error)") }
    }
}

extension SearchResponse {
    /// The number of matching records.
    var foundCount: Int {
        guard case .hits(let hits) = content else { return 0 }
        return hits.totalCount
    }
}
