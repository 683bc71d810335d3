// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// The files of a log, by their names and by what the file system knows them by.
///
/// A name may be deleted, or given to another file, while a broker has the file open; what it writes is then lost with its
/// last descriptor.
struct LogFiles: Sendable {
    /// What tells a file from every other one of this start of the machine.
    struct Identity: Sendable, Hashable {
        let device: UInt64
        let inode: UInt64

        /// Reads the identity of the file that has a name; `nil` if the file is missing.
        init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        }
    }

    /// What became of the files that were opened.
    enum Change: Hashable {
        /// The log's name leads to another file, or to none.
        case log
        /// The same of a file that SQLite keeps beside the log, whose name is given.
        case companion(String)
    }

    /// The names of the files that SQLite keeps beside a log that is open, without the log's own.
    private static let companions = ["-wal", "-shm"]

    let path: String
    /// The identity of the log; `nil` until it was noted.
    private(set) var log: Identity?
    private var opened: [String: Identity] = [:]

    init(_ path: String) { self.path = path }

    /// Refuses a log whose file is missing or empty, while files beside it show that there was one.
    ///
    /// To be called before SQLite opens the log: it would begin an empty one, and delete what is left of the old one.
    ///
    /// - Throws: `SearchBusError` with `data-directory-unusable`.
    func checkPresence() throws {
        var status = stat()
        guard stat(path, &status) != 0 || status.st_size == 0 else { return }
        let left = Self.companions.map { path + $0 }.filter { access($0, F_OK) == 0 }
        let record = PlaceFile(log: path).isEvidence ? [PlaceFile.path(log: path)] : []
        guard let first = (left + record).first else { return }
        throw missing(because: first)
    }

    /// Refuses a log that has no tables, while the file beside it shows that it had some.
    ///
    /// - Throws: `SearchBusError` with `data-directory-unusable`.
    func checkContent() throws {
        if PlaceFile(log: path).isEvidence { throw missing(because: PlaceFile.path(log: path)) }
    }

    private func missing(because file: String) -> SearchBusError {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return SearchBusError(
            .dataDirectoryUnusable,
            "The log \(path) is missing or empty, but \(file) shows that there was one.",
            remedy:
                "Put the log back, or restore a backup: `searchbus restore`. To start with an empty log instead, which loses all events: move \(name)* out of the data directory."
        )
    }

    /// Makes the log's file where it is missing, and takes every other user's permissions away, whatever the umask is.
    ///
    /// SQLite gives the files beside it the mode of the log.
    func makePrivate() {
        if access(path, F_OK) != 0 {
            // Never one that is there: SQLite's locks of a file end where another descriptor of it is closed.
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 { close(descriptor) }
        }
        for file in [path] + Self.companions.map({ path + $0 }) + [PlaceFile.path(log: path)] {
            var status = stat()
            guard stat(file, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
            // A file of another user is refused when it is opened.
            chmod(file, status.st_mode & 0o700)
        }
    }

    /// Notes which files were opened; those of SQLite are there once something was read and written.
    mutating func noteOpened() {
        log = Identity(of: path)
        for name in Self.companions { opened[name] = Identity(of: path + name) }
    }

    /// Compares the names with the files that were opened; `nil` where nothing has changed.
    func change() -> Change? {
        guard Identity(of: path) == log else { return .log }
        for name in Self.companions where opened[name] != Identity(of: path + name) { return .companion(path + name) }
        return nil
    }
}
