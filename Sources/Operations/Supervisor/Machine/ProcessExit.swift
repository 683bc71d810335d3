// SPDX-License-Identifier: MIT

import Wire

/// How a process ended.
public enum ProcessExit: Sendable, Hashable, CustomStringConvertible {
    /// It ended by itself.
    case code(Int32)
    /// It was ended by a signal.
    case signal(Int32)
    /// It never ran, for the reason given.
    case notStarted(String)

    /// The signals of requests to end a process; failures cause others.
    private static let signalsOfOthers: Set<Int32> = [1, 2, 9, 15]

    /// Whether the process was ended from outside: it has not failed.
    ///
    /// Ours end with code 0 only on request; a third-party program may do so at any time.
    func isFromOutside(isForeign: Bool) -> Bool {
        switch self {
        case .code(let code): !isForeign && (code == 0 || code == 128 + 15)
        case .signal(let signal): Self.signalsOfOthers.contains(signal)
        case .notStarted: false
        }
    }

    /// Whether the same process would end the same way each time: it said that its arguments, its data or its rights are
    /// wrong, in the exit codes of the catalogue and in the error that it wrote last.
    func isPermanent(_ error: SearchBusError?) -> Bool {
        guard case .code(let code) = self else { return false }
        return [64, 66, 77, 78].contains(code) || (error?.code == .logCorrupt && error?.code.exitCode == code)
    }

    /// Whether the same process would likely end the same way until an administrator acts: its address is in use,
    /// the disk is full, or the system does not run it.
    func isLikelyPermanent(_ error: SearchBusError?) -> Bool {
        switch self {
        case .notStarted: true
        case .signal: false
        case .code(let code):
            error.map { [.addressInUse, .storageFull, .libraryMissing].contains($0.code) && $0.code.exitCode == code }
                ?? false
        }
    }

    /// Why an app cannot run of which this process cannot work; its exit code is the process's.
    func failure(of name: String, _ error: SearchBusError?) -> SearchBusError {
        guard case .code(let code) = self else { return SearchBusError(.componentFailed, "\(name) \(self).") }
        if let error, error.code.exitCode == code { return error }
        let known: ErrorCode =
            switch code {
            case 66: .dataDirectoryUnusable
            case 77: .notPermitted
            case 78: .invalidAppFile
            default: .invalidArgument
            }
        return SearchBusError(known, "\(name) \(self).", remedy: "See its output above.")
    }

    /// The status in words that follow the process's name.
    public var description: String {
        switch self {
        case .code(let code): "exited (code \(code))"
        case .signal(let signal): "exited (signal \(signal)\(Self.name(ofSignal: signal).map { ", \($0)" } ?? ""))"
        case .notStarted(let reason): "could not be started: \(reason)"
        }
    }
}
