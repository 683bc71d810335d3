// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How a process ended.
public enum ProcessExit: Sendable, Hashable, CustomStringConvertible {
    /// It ended by itself.
    case code(Int32)
    /// It was ended by a signal.
    case signal(Int32)
    /// It never ran, for the reason given.
    case notStarted(String)

    /// The status in words that follow the process's name.
    public var description: String {
        switch self {
        case .code(let code): "exited (code \(code))"
        case .signal(let signal): "exited (signal \(signal))"
        case .notStarted(let reason): "could not be started: \(reason)"
        }
    }
}
