// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// The outcome of an intent.
public enum IntentOutcome: Sendable, Hashable {
    /// It took effect.
    case applied
    /// It requested the current state.
    case unchanged
    /// Its recipient refused it, and it changed nothing.
    case rejected(code: String, message: String, remedy: String?)

    init?(json: JSON?) {
        switch json?["result"]?.string {
        case "applied": self = .applied
        case "unchanged": self = .unchanged
        case "rejected":
            self = .rejected(
                code: json?["code"]?.string ?? ErrorCode.invalidIntent.rawValue,
                message: json?["message"]?.string ?? "The intent was rejected.",
                remedy: json?["remedy"]?.string
            )
        default: return nil
        }
    }

    /// The error of a rejection; `nil` for an intent that was carried out.
    public var error: SearchBusError? {
        guard case .rejected(let code, let message, let remedy) = self else { return nil }
        return SearchBusError(ErrorCode(rawValue: code) ?? .invalidIntent, message, remedy: remedy)
    }
}
