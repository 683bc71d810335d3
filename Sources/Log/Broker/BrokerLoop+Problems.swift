// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire

/// What keeps the broker from its work, as its status reports it.
extension BrokerLoop {
    /// The subject of the problem that appends fail.
    static let appendSubject = "append"

    /// Reports that appends fail, or that one succeeded.
    func noteProblems(of result: EntryResult) {
        if let failure = result.failure {
            problems.report(failure, subject: Self.appendSubject)
        } else if result.publications.contains(where: \.isStored) {
            problems.resolve(subject: Self.appendSubject)
        }
    }

    /// Whether appends have failed, and none has succeeded since.
    var hasFailedToAppend: Bool { problems.all.contains { $0.subject == Self.appendSubject } }

    /// Finds out without an append whether appends fail: where the log's files are not those that were opened, where the disk
    /// is nearly full, read-only or missing, and for as long as one has failed.
    func probeDisk() {
        do {
            if let obstacle = store.obstacle { throw obstacle }
            guard hasFailedToAppend || DiskFigures(log: store.path).isDoubtful else { return }
            try store.probe()
            problems.resolve(subject: Self.appendSubject)
        } catch let error as SearchBusError {
            problems.report(error, subject: Self.appendSubject)
        } catch {
            let failure = SearchBusError(.storageFailed, "Cannot append to the log: \(error)")
            problems.report(failure, subject: Self.appendSubject)
        }
    }

    /// Listens again where a socket's file was removed; connections that are open stay open.
    func checkSockets() {
        check(&commandSocket)
        check(&eventSocket)
    }

    private func check(_ socket: inout WatchedSocket) {
        let path = socket.watch.file.path
        let subject = "socket \(path)"
        switch socket.watch.look() {
        case .inPlace: problems.resolve(subject: subject)
        case .missing:
            do {
                try Files.makeDirectory(configuration.runtimeDirectory)
                try listen(&socket)
                problems.resolve(subject: subject)
                Executable.warn("The socket \(path) was missing or replaced; the broker listens there again")
            } catch {
                problems.report(
                    SearchBusError(
                        .storageFailed,
                        "The socket \(path) is missing and cannot be created: \(error)",
                        remedy: "Make sure that this user may write to the runtime directory."
                    ),
                    subject: subject
                )
            }
        case .taken:
            problems.report(
                SearchBusError(.addressInUse, "Another program listens on \(path)."),
                subject: subject
            )
        case .unreadable(let number):
            problems.report(
                SearchBusError(
                    .storageFailed,
                    "The socket \(path) cannot be reached: \(String(cString: strerror(number))).",
                    remedy: "Make sure that this user may read and write the runtime directory."
                ),
                subject: subject
            )
        }
    }
}
