// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

/// Files of records: what is read becomes an index, which gives the same records again.
final class RecordsTarget: FuzzTarget {
    private let isTable: Bool
    private let folder = FuzzFolder("records")

    init(isTable: Bool) { self.isTable = isTable }

    var words: [String] {
        isTable
            ? [
                ",", ";", "\t", "\"", "\"\"", "\r\n", "\n", "objectID", "true", "false", "1.10", "1e400", "-0",
                "\u{FEFF}", "0123",
            ]
            : [
                "{\"objectID\":\"", "\"}", "\":\"", "\":[", "\":{", "\\u0000", "\\ud800", "\\u00e9", "1e400", "-0.0",
                "null",
                "true", "},{", "_geoloc", "\"lat\":", "\"lng\":", "_tags", "9223372036854775808", "\u{FEFF}", "\r\n",
                "objectID",
            ]
    }

    var seeds: [[UInt8]] {
        let tables = [
            "objectID,name,price\n1,Lamp,1.10\n2,\"a \"\"big\"\" desk\",20\n",
            "objectID;name;on\r\na;Stuhl;true\r\nb;\"x\r\ny\";false\r\n", "name\tsize\nx\t1\ny\t2\n",
            "objectID,a.b,a.c\n1,2,3\n",
        ]
        let texts = [
            "{\"objectID\":\"1\",\"name\":\"Lamp\",\"price\":1.10,\"tags\":[\"a\",\"b\"]}\n{\"objectID\":\"2\",\"on\":true}\n",
            "[{\"objectID\":1,\"a\":{\"b\":[{\"c\":\"x\"}]}},{\"objectID\":\"é\",\"_geoloc\":{\"lat\":1.5,\"lng\":-3}}]",
            "{\"name\":\"東京 👩‍🚀 c++ \\u00e9\\ud83d\\ude00\",\"n\":12345678901234567890.10,\"_tags\":\"x\"}",
        ]
        return (isTable ? tables : texts).flatMap { text in
            [0, 1, 7].map { (option: UInt8) in [option, 3] + Array(text.utf8) }
        }
    }

    func run(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return }
        let (option, chunk) = (bytes[0], max(1, Int(bytes[1]) * 8))
        let format: RecordFormat? = isTable ? .csv : option & 1 == 0 ? nil : option & 2 == 0 ? .ndjson : .json
        let options = RecordReader.Options(
            format: format,
            generatesIdentifiers: option & 4 != 0,
            textColumns: option & 8 == 0 ? [] : ["price", "a"]
        )
        var rest = bytes.dropFirst(2)
        let reader = RecordReader(name: isTable ? "x.csv" : "x.json", options: options) {
            defer { rest = rest.dropFirst(chunk) }
            return Array(rest.prefix(chunk))
        }
        if option & 16 != 0 { reader.onInvalid = { _ in } }
        folder.clear()
        var last: [String: [UInt8]] = [:]
        do {
            try IndexWriter(directory: folder.indexes, name: "x").replaceAll {
                guard let record = try reader.next() else { return nil }
                guard (try? JSON(parsing: record.text)) != nil else { fail("a record is not JSON") }
                last[record.objectID] = record.text
                return record
            }
        } catch is SearchBusError { return } catch { fail("\(error) is not an error of the product") }
        check(last)
    }

    private func check(_ records: [String: [UInt8]]) {
        do {
            let index = try IndexReader(directory: folder.indexes, name: "x")
            let names = Array(records.keys)
            for (name, text) in zip(names, try index.records(names)) where text != records[name] {
                fail("record \(name) is another")
            }
            let all = try index.search([SearchRequest(index: "x", hitsPerPage: 1_000)])[0]
            guard all.foundCount == records.count else { fail("\(all.foundCount) records of \(records.count)") }
            let attributes = try folder.indexes.describe(index: "x").attributes.map(\.name)
            var request = SearchRequest(index: "x", query: "a", facets: attributes.prefix(20).map { FacetNeed($0) })
            request.stats = Array(attributes.prefix(20))
            _ = try index.search([request])[0].bytes()
        } catch { fail("\(error)") }
    }
}
