// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Wire

/// Makes an index of a file of records, and says what that cost.
struct ImportMeasure {
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Imports the records, then opens what came of it.
    func run() throws -> JSON {
        let directory = try options.directory
        let path = try options.required("records")
        let settings = try options["settings"].map { path in
            try IndexSettings(json: JSON(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path)))))
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw SearchBusError(.invalidArgument, "\(path) cannot be read.")
        }
        let reader = RecordReader(file: file, name: path)
        let begin = ProcessFigures.processorSeconds
        let time = try ContinuousClock().measure {
            let writer = try IndexWriter(directory: directory, name: options.name)
            try writer.replaceAll(settings: settings) { try reader.next() }
        }
        let seconds = time / .seconds(1)
        let count = reader.progress.records
        // Before the index is opened: what is mapped then does not count for the import.
        let peak = ProcessFigures.memory("VmHWM")
        return [
            "index": .string(options.name),
            "records": JSON(count),
            "seconds": .number(seconds),
            "recordsPerSecond": .number((Double(count) / seconds).rounded()),
            "processorSeconds": .number(ProcessFigures.processorSeconds - begin),
            "peakBytes": JSON(peak),
            "inputBytes": JSON(reader.progress.bytes),
            "diskBytes": JSON(try bytes(under: directory.path)),
            "openMicroseconds": .number(try openingTime(directory).rounded()),
        ]
    }

    /// How long a new reader takes until it has answered: from nothing to the first page.
    private func openingTime(_ directory: IndexDirectory) throws -> Double {
        try ContinuousClock().measure {
            let reader = try IndexReader(directory: directory, name: options.name)
            _ = try reader.search([SearchRequest(index: options.name)])
        } / .microseconds(1)
    }

    /// The bytes of all files below the directory that belong to the index.
    private func bytes(under path: String) throws -> Int {
        let manager = FileManager.default
        return try manager.subpathsOfDirectory(atPath: path)
            .filter { $0.contains(options.name) }
            .reduce(0) { sum, file in
                let attributes = try manager.attributesOfItem(atPath: "\(path)/\(file)")
                guard attributes[.type] as? FileAttributeType == .typeRegular else { return sum }
                return sum + (attributes[.size] as? Int ?? 0)
            }
    }
}
