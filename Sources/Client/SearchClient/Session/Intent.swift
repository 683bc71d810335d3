// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What a widget, a filter state, a searcher or the session is asked for.
///
/// Its id is made here, by the client: an intent that is sent again has one effect.
public struct Intent: Sendable, Hashable {
    /// What the log knows the intent by: 1 to 128 letters, digits and `_-.:`.
    public let id: String
    /// Who is asked: the name of a widget, a filter state or a searcher, or `session`.
    public let addressee: String
    /// What is asked for, such as `set-range`.
    public let type: String
    /// An object with what it takes, such as `{"range": [10, 50]}`.
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
