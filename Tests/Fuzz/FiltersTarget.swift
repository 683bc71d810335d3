// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchIndex
import SearchModel
import Wire

/// Filters as clients of Algolia's interface write them: read, then searched with.
///
/// The first byte chooses the parameter with the text: `filters`, or one of the lists, as a text or as JSON.
final class FiltersTarget: FuzzTarget {
    private let index = SampleIndex(recordCount: 40)
    private static let names = [
        "filters", "facetFilters", "numericFilters", "tagFilters", "optionalFilters", "insideBoundingBox",
        "insidePolygon",
        "aroundLatLng",
    ]

    var words: [String] {
        [
            " AND ", " OR ", "NOT ", "(", ")", " TO ", ":", "<=", ">=", "!=", "<score=", ">", "\"", "'", "\\", "brand:",
            "price", "-",
            "[[", "]]", "\",\"", "_tags:", "1e308", "-0", "true", "color:red", "65535", "\u{301}",
        ]
    }

    var seeds: [[UInt8]] {
        let texts: [(UInt8, String)] = [
            (0, "(brand:Apple OR brand:\"A B\") AND NOT color:red AND price > 10.5"), (0, "price:10 TO 20 AND sale"),
            (0, "brand:'x y'<score=3> OR size != -1"), (1, "[\"brand:Apple\",[\"color:-red\",\"size:\\\\-5\"]]"),
            (1, "brand:a,(color:b,size:1)"), (2, "[\"price>=10\",[\"size=1\",\"size=2\"]]"), (3, "new,(a,-b)"),
            (4, "[\"brand:Apple<score=5>\"]"), (5, "[[47.3,-1.2,47.4,-1.1]]"), (6, "1,2,3,4,5,6"), (7, "48.8,2.35"),
        ]
        return texts.map { [$0.0] + Array($0.1.utf8) }
    }

    func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let name = FiltersTarget.names[Int(first) % FiltersTarget.names.count]
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        var parameters = JSONObject([(name, .string(text))])
        if first & 0x80 != 0, let value = try? JSON(parsing: Array(text.utf8)) { parameters[name] = value }
        let request: SearchRequest
        do { request = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "x", parameters: parameters)).request } catch {
            return
        }
        guard let state = try? FilterState(json: request.baseFilters.json), state == request.baseFilters else {
            fail("filters do not survive being written: \(request.baseFilters.json.text)")
        }
        index.search(request)
    }
}
