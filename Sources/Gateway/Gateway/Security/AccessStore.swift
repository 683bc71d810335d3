// SPDX-License-Identifier: MIT

import AccessKeys
import Glibc
import Synchronization
import Wire

/// The access keys, from the file of the data directory: a change of it counts with the next request.
final class AccessStore: Sendable {
    private struct State {
        var ring: AccessRing
        var version: FileVersion?
    }

    private let file: AccessFile
    private let clock: @Sendable () -> Int
    private let onProblem: @Sendable (SearchBusError) -> Void
    private let state: Mutex<State>

    /// Reads the file, and creates a missing one.
    ///
    /// - Parameters:
    ///   - dataDirectory: The directory of the file.
    ///   - clock: Returns the time in seconds since 1970.
    ///   - onProblem: Receives the reason if a file is not used, or not written.
    /// - Throws: `SearchBusError` if the directory cannot be written to.
    init(
        dataDirectory: String,
        clock: @escaping @Sendable () -> Int = { time(nil) },
        onProblem: @escaping @Sendable (SearchBusError) -> Void = { _ in }
    ) throws {
        file = AccessFile(dataDirectory: dataDirectory)
        self.clock = clock
        self.onProblem = onProblem
        let ring = try file.load(onReplacing: onProblem)
        state = Mutex(State(ring: ring, version: file.version))
    }

    /// The time, in seconds since 1970.
    var now: Int { clock() }

    /// All current keys; without a readable file there are none.
    var ring: AccessRing {
        let version = file.version
        let (ring, problem) = state.withLock { state -> (AccessRing, SearchBusError?) in
            guard state.version != version else { return (state.ring, nil) }
            // Another change may come while the file is read: it then has another version than the one noted here.
            state.version = version
            do {
                guard let ring = try file.read() else { throw Self.missing(file.path) }
                state.ring = ring
                return (ring, nil)
            } catch {
                state.ring = AccessRing()
                return (state.ring, error as? SearchBusError)
            }
        }
        if let problem {
            onProblem(SearchBusError(problem.code, "\(problem.message) All keys are refused.", remedy: problem.remedy))
        }
        return ring
    }

    /// Adds a browser.
    ///
    /// - Returns: The value of its cookie.
    func admitBrowser() -> String {
        let (entry, cookie) = BrowserEntry.make()
        do {
            try change { $0.admit(entry) }
        } catch {
            state.withLock { $0.ring.admit(entry) }
            onProblem(
                SearchBusError(
                    .dataDirectoryUnusable,
                    "The access of a new browser could not be stored; it needs another link later: \(error)"
                )
            )
        }
        return cookie
    }

    /// Creates a key.
    ///
    /// - Returns: The key, and its text, which is not stored.
    /// - Throws: `SearchBusError` if there are too many, or the file cannot be written.
    func makeKey(
        _ scope: AccessScope,
        description: String,
        lifetime: Lifetime
    ) throws -> (key: AccessKey, text: String) {
        let now = now
        let made = AccessKey.make(scope, description: description, at: now, endsAt: lifetime.end(from: now))
        try change { try $0.insert(made.key, at: now) }
        return made
    }

    private func change(_ body: (inout AccessRing) throws -> Void) throws {
        try file.change(body)
    }

    private static func missing(_ path: String) -> SearchBusError {
        SearchBusError(
            .dataDirectoryUnusable,
            "`\(path)` is missing.",
            remedy: "Restore it, or restart the app: it creates a new one, and every client needs a new key or link."
        )
    }
}
