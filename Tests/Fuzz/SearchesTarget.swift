// SPDX-License-Identifier: MIT

import Replay
import Wire

/// Files of searches to run again: however they are split, the same searches are read, and each can be printed and run.
final class SearchesTarget: FuzzTarget {
    let words = [
        "\n", "\r\n", "{\"topic\":\"request/box/s1/\",\"event\":{\"data\":{", "\"members\":{", "\"products\":",
        "\"number\":3", "\"requests\":[", "\"kind\":\"hits\"", "\"index\":\"x\"", "\"parameters\":{", "\"query\":\"a\"",
        "request/algolia/s1/", "\"restrictions\":[{", "\"filters\":", "\"page\":-1", "1e309", "\u{feff}",
    ]

    var seeds: [[UInt8]] {
        [
            "lamp\n  kettle\r\n\nwired cable",
            #"{"topic":"request/box/s1/","event":{"data":{"searcher":"box","number":3,"members":{"products":"#
                + #"{"number":3,"query":"lamp","index":"x","page":1,"filters":{"groups":[]}}}}}}"#,
            #"{"topic":"request/algolia/s1/","event":{"data":{"requests":[{"kind":"hits","index":"x","parameters":"#
                + #"{"query":"lamp","filters":"a:b"},"restrictions":[{"filters":"c:d"}]},{"kind":"settings","index":"x"}]}}}"#,
            #"{"topic":"view/box/s1/","event":{"data":{}}}"#,
        ]
        .map { Array($0.utf8) }
    }

    func run(_ bytes: [UInt8]) {
        let whole = read([bytes[...]])
        let middle = bytes.count / 3
        let cut = read([bytes[..<middle], [], bytes[middle...]])
        guard whole.collection.searches == cut.collection.searches, whole.invalidCount == cut.invalidCount else {
            fail("a cut at \(middle) changes what is read")
        }
        let asked = whole.collection.searches.reduce(0) { $0 + $1.count }
        guard asked == whole.collection.asked else { fail("\(asked) searches are \(whole.collection.asked)") }
        for counted in whole.collection.searches {
            guard let told = try? JSON(parsing: counted.search.json.bytes), told == counted.search.json else {
                fail("the printed search cannot be read: \(counted.search.json.text)")
            }
        }
    }

    private func read(_ parts: [ArraySlice<UInt8>]) -> SearchLines {
        var lines = SearchLines(searcher: "products", limits: .init(searches: 100, bytes: 1 << 20))
        for part in parts { lines.read(part) }
        lines.finish()
        return lines
    }
}
