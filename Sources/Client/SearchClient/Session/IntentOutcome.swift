// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What became of an intent.
public enum IntentOutcome: Sendable, Hashable {
    /// It took effect.
    case applied
    /// It asked for what was so already.
    case unchanged
    /// It made no sense to whom it was sent, and changed nothing.
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

    /// The error that a rejection is; `nil` for an intent that was carried out.
    public var error: SearchBusError? {
        guard case .rejected(let code, let message, let remedy) = self else { return nil }
        return SearchBusError(ErrorCode(rawValue: code) ?? .invalidIntent, message, remedy: remedy)
    }
}
