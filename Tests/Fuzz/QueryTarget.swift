// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

/// Texts as people type them: scanned, planned, searched, marked.
///
/// The first two bytes choose parameters.
final class QueryTarget: FuzzTarget {
    private let index = SampleIndex(recordCount: 400)

    var words: [String] {
        SampleIndex.words + ["\u{0}", "\u{301}", "\u{200D}", "\u{FEFF}", "ﬁ", "ẞ", "İ", "c++", "'", "-", "１"]
    }

    var seeds: [[UInt8]] {
        var seeds: [[UInt8]] = []
        for (number, text) in SampleIndex.queries.enumerated() {
            seeds.append([UInt8(number), 0] + Array(text.utf8))
            seeds.append([UInt8(number * 25), 0xFF] + Array(text.utf8))
        }
        return seeds
    }

    func run(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return }
        let text = String(decoding: bytes.dropFirst(2), as: UTF8.self)
        let option = Int(bytes[0]) | Int(bytes[1]) << 8
        var request = SearchRequest(index: "x", query: text)
        var parameters = JSONObject()
        if option & 1 != 0 { parameters["typoTolerance"] = .string(["min", "strict"][option >> 1 & 1]) }
        if option & 4 != 0 { parameters["queryType"] = .string(["prefixAll", "prefixNone"][option >> 3 & 1]) }
        if option & 16 != 0 {
            parameters["removeWordsIfNoResults"] = .string(["lastWords", "firstWords", "allOptional"][option % 3])
        }
        if option & 32 != 0 { parameters["optionalWords"] = .string(text) }
        if option & 64 != 0 { parameters["ignorePlurals"] = true }
        if option & 128 != 0 { parameters["removeStopWords"] = true }
        if option & 256 != 0 { parameters["aroundLatLng"] = "48.86,2.35" }
        if option & 512 != 0 { parameters["distinct"] = 2 }
        if option & 1_024 != 0 { parameters["disableTypoToleranceOnWords"] = [.string(text)] }
        request.parameters = parameters
        if option & 2_048 != 0 { request.sort = [SortKey("price", isDescending: true)] }
        if option & 4_096 != 0 { request.ranking = RankingNeed(origin: nil) }
        if option & 8_192 != 0 { request.kind = .facetValues(attribute: "color", limit: 10) }
        index.search(request)
        _ = QueryMarker(text).marks(in: Array(text.utf8))
    }
}

extension QueryMarker {
    fileprivate func marks(in text: [UInt8]) -> TextMarks { text.withUnsafeBufferPointer { marks(in: $0) } }
}
