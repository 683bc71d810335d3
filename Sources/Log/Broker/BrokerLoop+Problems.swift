// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire
import ZeroMQ

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

    /// Binds the sockets again whose files were removed; connections that are open stay open.
    func checkSockets() {
        check(&commandSocket) { try rebind(to: endpoints.commands, router) }
        check(&eventSocket) { try rebind(to: endpoints.events, publisher) }
    }

    private func check(_ watch: inout SocketWatch, _ rebind: () throws -> Void) {
        let path = watch.file.path
        let subject = "socket \(path)"
        switch watch.look() {
        case .inPlace: problems.resolve(subject: subject)
        case .missing:
            do {
                try Files.makeDirectory(configuration.runtimeDirectory)
                try rebind()
                watch.noteBound()
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

    /// Listens on an endpoint a further time.
    ///
    /// The listener whose file was deleted stays: libzmq closes its connections together with it. If there are too many,
    /// they are closed nevertheless, and clients connect again.
    private func rebind<Role>(to endpoint: String, _ socket: borrowing Socket<Role>) throws {
        rebindCount += 1
        if rebindCount % Self.maxListeners == 0 { try? socket.unbind(endpoint) }
        try socket.bind(endpoint)
    }

    /// How many listeners without a file are kept at most.
    private static let maxListeners = 64
}
