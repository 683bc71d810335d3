// SPDX-License-Identifier: MIT

import Wire

/// A request to a widget, a filter state, a searcher or the session.
///
/// The client creates its ID, so that an intent that is sent again has one effect.
public struct Intent: Sendable, Hashable {
    /// The ID of the intent on the log: 1 to 128 letters, digits and `_-.:`.
    public let id: String
    /// The recipient: the name of a widget, a filter state or a searcher, or `session`.
    public let addressee: String
    /// The name of the intent, such as `set-range`.
    public let type: String
    /// An object with its data, such as `{"range": [10, 50]}`.
    public let data: JSON

    public init(to addressee: String, _ type: String, _ data: JSON = [:], id: String = Intent.makeID()) {
        self.id = id
        self.addressee = addressee
        self.type = type
        self.data = data
    }

    var json: JSON { ["to": .string(addressee), "type": .string(type), "data": data, "id": .string(id)] }

    /// A random id of twenty characters.
    public static func makeID() -> String {
        let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
        return String((0..<20).compactMap { _ in letters.randomElement() })
    }
}

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
