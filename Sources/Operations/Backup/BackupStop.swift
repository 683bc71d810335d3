// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Wire

/// How another thread gives up a backup that is being made, whatever that is doing.
public final class BackupStop: Sendable {
    /// How often the removal of a folder is retried while another thread writes into it.
    private static let mostAttempts = 1_000

    private enum State {
        case idle
        case growing(String)
        case ended
        case givenUp
    }

    private let state = Mutex(State.idle)

    public init() {}

    /// Begins a backup, of which there is nothing before: makes the folder in which it grows.
    func begin<Value>(_ folder: String, _ body: () throws -> Value) throws -> Value {
        try undisturbed { state in
            let value = try body()
            state = .growing(folder)
            return value
        }
    }

    /// Does what ends a backup.
    func end(_ body: () throws -> Void) throws {
        try undisturbed { state in
            try body()
            state = .ended
        }
    }

    /// Runs a closure while the backup cannot be cancelled; after a cancellation it waits for the end of the process instead.
    private func undisturbed<Value>(_ body: (inout State) throws -> Value) throws -> Value {
        let value: Value? = try state.withLock { state in
            if case .givenUp = state { return nil }
            return try body(&state)
        }
        if let value { return value }
        while true { pause() }
    }

    /// Removes what there is of the backup; the process is to end then.
    ///
    /// - Returns: Whether there is none; else it is whole, or has failed by itself.
    public func giveUp() -> Bool {
        state.withLock { state in
            switch state {
            case .ended: return false
            case .idle, .givenUp: break
            case .growing(let folder):
                // Once the folder is removed, nothing can be created in it.
                for _ in 0..<Self.mostAttempts where access(folder, F_OK) == 0 {
                    try? FileManager.default.removeItem(atPath: folder)
                }
            }
            state = .givenUp
            return true
        }
    }
}
