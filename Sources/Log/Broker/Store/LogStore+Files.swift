// SPDX-License-Identifier: MIT

import Bus
import GRDB
import Wire

extension LogStore {
    /// Compares the log's files with those that were opened; where they are others, nothing is written from now on.
    ///
    /// Where the log was moved away, writing resumes once it is back. It is not ended meanwhile: the open descriptor may be
    /// all that is left of the events.
    ///
    /// - Throws: `SearchBusError` with `storage-failed` where the broker has to start again: SQLite's own files beside an
    ///   intact log are others, or a journal brings the log back.
    func checkFiles() throws {
        guard !isOverwritten else { return }
        switch files.change() {
        case .log:
            let error = SearchBusError(
                .storageFailed,
                "The log \(path) was deleted, moved or replaced while the broker has it open; nothing is stored until it is back.",
                remedy:
                    "Move the same file back, not a copy. If it was deleted: the events are lost with this process; copy the broker's open descriptors of log.sqlite and log.sqlite-wal below /proc/PID/fd first, then restore a backup."
            )
            guard !isReplica else { throw error }
            obstacle = error
        case .companion(let name):
            throw SearchBusError(
                .storageFailed,
                "The file \(name) was deleted or replaced while the broker has it open; the broker starts again.",
                remedy: "Do not touch the files of a log that is in use."
            )
        case nil:
            obstacle = nil
            try checkState()
        }
    }

    /// Compares the file with what the broker has stored: another state may have been written over it.
    private func checkState() throws {
        let found: (token: String, head: SequenceNumber)?
        do {
            let watch = try self.watch ?? HeldDatabase.open(path, cacheKiB: 16)
            self.watch = watch
            found = try watch.inDatabase { db in
                // Only what is read from the file tells what is in it.
                try db.execute(sql: "PRAGMA shrink_memory")
                return (try MetaTable.read(.token, db) ?? "", try LogSchema.head(db))
            }
        } catch {
            // A file that cannot be read now, as where too many are open, is read the next time.
            guard (error as? DatabaseError).map({ [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains($0.resultCode) }) == true
            else { return }
            found = nil
        }
        if let found, found.token == token, found.head >= head { return }
        isOverwritten = true
        // The next process that opens it reads all of it first.
        places.remove()
        obstacle = SearchBusError(
            .storageFailed,
            "The log \(path) was overwritten while the broker has it open; nothing is stored any longer.",
            remedy: "Stop the app and restore a backup with `searchbus restore`, which replaces all files of the log."
        )
    }
}
