// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Wire

/// Changes an index record by record while it is searched, and says what a change costs and what a search feels of it.
struct ChangeMeasure {
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Asks a log alone, then again while records are changed, one at a time.
    func run() throws -> JSON {
        let directory = try options.directory
        let lines = try options.lines("log").map { try LogRequest(json: $0, index: options.name).request }
        let records = try changedRecords()
        let reader = try IndexReader(directory: directory, name: options.name)
        let alone = try pass(lines, reader: reader)
        let writer = try IndexWriter(directory: directory, name: options.name)
        var changes = Times()
        let searching = BackgroundSearch(lines, reader: reader)
        let changing = Result { try records.forEach { record in try changes.measure { try writer.add([record]) } } }
        let meanwhile = try searching.stop()
        try changing.get()
        return [
            "index": .string(options.name),
            "change": changes.json,
            "searchAlone": alone.json,
            "searchMeanwhile": meanwhile.json,
        ]
    }

    private func pass(_ lines: [SearchRequest], reader: IndexReader) throws -> Times {
        var times = Times()
        for line in lines { try times.measure { _ = try reader.search([line]) } }
        return times
    }

    /// The first records of the file, each with another popularity.
    private func changedRecords() throws -> [Record] {
        let path = try options.required("records")
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw SearchBusError(.invalidArgument, "\(path) cannot be read.")
        }
        let reader = RecordReader(file: file, name: path)
        let count = try options.count("changes") ?? 100
        var records: [Record] = []
        while records.count < count, let record = try reader.next() {
            var object = record.json.object ?? JSONObject()
            object["popularity"] = JSON((object["popularity"]?.int ?? 0) + 1)
            records.append(try Record(.object(object)))
        }
        return records
    }
}
