// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

/// Settings as JSON: accepted settings survive being written, and an index with them can be searched.
final class SettingsTarget: FuzzTarget {
    private let folder = FuzzFolder("settings")
    private let records = SampleIndex.records(12)
    private let index = SampleIndex(recordCount: 40)

    var words: [String] {
        [
            "\"searchableAttributes\":[", "\"attributesForFaceting\":[", "\"numericAttributes\":[",
            "\"customRanking\":[",
            "\"attributesToHighlight\":[", "\"ranking\":[", "\"typoTolerance\":", "\"minWordSizefor1Typo\":",
            "\"minWordSizefor2Typos\":", "\"allowTyposOnNumericTokens\":", "\"disableTypoToleranceOnWords\":[",
            "\"queryType\":",
            "\"removeWordsIfNoResults\":", "\"optionalWords\":[", "\"exactOnSingleWordQuery\":", "\"ignorePlurals\":",
            "\"removeStopWords\":", "\"minProximity\":", "\"distinct\":", "\"attributeForDistinct\":\"color\"",
            "\"synonyms\":[",
            "\"replicas\":{", "\"asc(price)\"", "\"desc(", "\"unordered(name)\"", "\"name,brand\"", "\"placeholder\"",
            "\"<number>\"",
            "\"oneWaySynonym\"", "\"lastWords\"", "\"typo\"", "\"custom\"", "true", "\"min\"", "{\"type\":",
            "\"input\":",
        ]
    }

    var seeds: [[UInt8]] {
        [
            #"{"searchableAttributes":["name","unordered(text)","brand,color"],"customRanking":["desc(price)"],"distinct":2,"attributeForDistinct":"color"}"#,
            #"{"synonyms":[["tv","television","flat screen"],{"type":"oneWaySynonym","input":"tablet","synonyms":["ipad"]},{"type":"placeholder","placeholder":"<number>","replacements":["12","14"]}]}"#,
            #"{"ranking":["words","typo","custom"],"typoTolerance":"min","queryType":"prefixAll","replicas":{"cheap":["asc(price)"]},"attributesForFaceting":["color","a.b"],"numericAttributes":["price"]}"#,
            #"{"minProximity":3,"optionalWords":["red"],"removeWordsIfNoResults":"lastWords","ignorePlurals":["en"],"removeStopWords":true}"#,
        ].map { Array($0.utf8) }
    }

    func run(_ bytes: [UInt8]) {
        guard let json = try? JSON(parsing: bytes) else { return }
        if let parameters = json.object {
            index.search(SearchRequest(index: "x", query: "red lmap", parameters: parameters))
        }
        guard let settings = try? IndexSettings(json: json) else { return }
        guard let again = try? IndexSettings(json: settings.json), again == settings else {
            fail("settings do not survive being written: \(settings.json.text)")
        }
        folder.clear()
        do {
            let writer = try IndexWriter(directory: folder.indexes, name: "x")
            try writer.replaceAll(settings: settings, records)
            let reader = try IndexReader(directory: folder.indexes, name: "x")
            let requests = SampleIndex.queries.prefix(4).map {
                SearchRequest(index: "x", query: $0, facets: ["color"], stats: ["price"])
            }
            let found = try reader.search(requests + [SearchRequest(index: "x", hitsPerPage: 100)])
            // With groups fewer are shown, but what is counted are records or groups of them.
            guard let all = found.last, (1...records.count).contains(all.foundCount) else {
                fail("records are missing")
            }
        } catch is SearchBusError {} catch { fail("\(error)") }
    }
}
