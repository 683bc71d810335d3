// SPDX-License-Identifier: MIT

import Bus
import Foundation
import Replay
import SearchModel
import Wire

/// Where the searches come from: the log of a running app, or a file.
enum SearchSource {
    /// How many bytes of a file are read at once.
    private static let chunkSize = 1 << 16

    /// Reads the searches of a log, up to its current end; an invalid request is counted as an invalid event.
    ///
    /// - Returns: The searches, how many events made no sense, and whether the log has lost its beginning.
    /// - Throws: `SearchBusError` where the broker does not answer.
    static func log(
        _ client: BusClient,
        limits: SearchCollection.Limits
    ) async throws -> (collection: SearchCollection, invalid: Int, isTrimmed: Bool) {
        var collection = SearchCollection(limits: limits)
        var invalid = 0
        var isTrimmed = false
        var place = SequenceNumber.zero
        var end: SequenceNumber?
        while end.map({ place < $0 }) ?? true {
            let page = try await client.replay(ReplayQuery([TopicPrefix(.request)], after: place))
            end = end ?? page.head
            isTrimmed = isTrimmed || page.trimmed != nil
            for event in page.events {
                do { try collection.add(event.topic, data: try event.data()) } catch { invalid += 1 }
            }
            // A page that leads nowhere would be asked for without end.
            guard page.through > place else { break }
            place = page.through
        }
        return (collection, invalid, isTrimmed)
    }

    /// Reads the searches of a file; `-` is standard input.
    ///
    /// - Throws: `SearchBusError` for a file that cannot be read.
    static func file(_ path: String, searcher: String, limits: SearchCollection.Limits) throws -> SearchLines {
        let handle = path == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: path)
        guard let handle else {
            throw SearchBusError(
                .invalidArgument,
                "The file \(path) cannot be read.",
                remedy: "Check the path and the file's permissions."
            )
        }
        var lines = SearchLines(searcher: searcher, limits: limits)
        do {
            while let chunk = try handle.read(upToCount: chunkSize), !chunk.isEmpty { lines.read(Array(chunk)) }
        } catch {
            throw SearchBusError(.storageFailed, "The file \(path) cannot be read: \(error)")
        }
        lines.finish()
        return lines
    }
}
