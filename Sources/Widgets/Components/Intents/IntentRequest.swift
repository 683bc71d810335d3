// SPDX-License-Identifier: MIT

import Bus
import Interactors
import Wire

/// Which parts of an app take intents, and what.
public protocol IntentRecipients {
    /// The names that an intent may be addressed to.
    var addressees: [String] { get }
    /// Whether an intent may be addressed to this name.
    func hasAddressee(_ name: String) -> Bool
    /// Checks an intent to a widget against what the widget's type declares.
    ///
    /// - Throws: `SearchBusError` with `invalid-intent`, which says what would be right.
    func check(_ intent: Intent, to addressee: String) throws
}

/// An intent as a client asks for it, found to be in order: the same wherever it is sent from.
public struct IntentRequest: Sendable, Hashable {
    /// How many intents one request holds.
    public static let batchLimit = 100
    /// How long a text query may be.
    public static let queryLimit = 512
    /// What a request's JSON must not exceed.
    public static let limits = JSONLimits(depth: 32, values: 10_000)

    public let id: String
    public let addressee: String
    public let type: String
    public let data: JSON

    /// Reads the body of a request: one intent, or `{"intents": […]}`.
    ///
    /// - Throws: `SearchBusError` that names the first intent which is not in order; then none is.
    public static func parse(_ json: JSON, for app: some IntentRecipients) throws -> [IntentRequest] {
        guard json.object != nil else { throw SearchBusError(.invalidIntent, "The body is not a JSON object.") }
        guard let list = json["intents"] else { return [try IntentRequest(json, for: app, place: "The intent")] }
        guard let elements = list.array, !elements.isEmpty, elements.count <= batchLimit else {
            throw SearchBusError(.invalidIntent, "`intents` is not an array of 1 to \(batchLimit) intents.")
        }
        let intents = try elements.enumerated().map { index, element in
            try IntentRequest(element, for: app, place: "Intent \(index + 1)")
        }
        guard Set(intents.map(\.id)).count == intents.count else {
            throw SearchBusError(.invalidIntent, "Two of the intents have the same id.")
        }
        return intents
    }

    /// Reads one intent, `{"to", "type", "data"?, "id"?}`.
    ///
    /// - Parameters:
    ///   - json: The intent.
    ///   - app: Who may be addressed.
    ///   - place: What messages call the intent.
    /// - Throws: `SearchBusError` with `invalid-intent` or `unknown-addressee`.
    public init(_ json: JSON, for app: some IntentRecipients, place: String = "The intent") throws {
        func refuse(_ message: String) -> SearchBusError { SearchBusError(.invalidIntent, "\(place) \(message).") }
        guard json.object != nil else { throw refuse("is not a JSON object") }
        guard let addressee = json["to"]?.string else { throw refuse("has no addressee (`to`)") }
        guard app.hasAddressee(addressee) else {
            throw SearchBusError(
                .unknownAddressee,
                "\(place) is for `\(addressee.prefix(80))`, which the app does not have.",
                remedy: "It has: \(app.addressees.prefix(Self.shownLimit).joined(separator: ", "))."
            )
        }
        guard let type = json["type"]?.string, Self.isTypeName(type) else {
            throw refuse("has no `type` of 1 to 64 lower-case letters, digits and hyphens")
        }
        guard type != SessionStart.type else {
            throw refuse("is `\(type)`, which is sent when a session begins")
        }
        let data = json["data"] ?? .object(JSONObject())
        guard data.object != nil else { throw refuse("has `data` that is not a JSON object") }
        if let query = data["query"]?.string, query.unicodeScalars.count > Self.queryLimit {
            throw refuse("has a query of more than \(Self.queryLimit) characters")
        }
        do {
            try app.check(Intent(type: type, data: data), to: addressee)
        } catch let error as SearchBusError {
            throw SearchBusError(error.code, "\(place) to `\(addressee)`: \(error.message).", remedy: error.remedy)
        }
        switch json["id"] {
        case nil, .null?: id = Identifier.make()
        case .string(let given)? where Self.isID(given): id = given
        default: throw refuse("has an `id` that is not 1 to 128 letters, digits and `_-.:`")
        }
        self.addressee = addressee
        self.type = type
        self.data = data
    }

    private static let shownLimit = 40

    /// The event to append.
    ///
    /// - Parameters:
    ///   - session: Where it is to happen.
    ///   - source: The program that sends it.
    ///   - correlation: The id of the first intent of the same request.
    ///   - traceParent: The trace that it belongs to.
    /// - Returns: The draft.
    /// - Throws: `SearchBusError` with `invalid-session`.
    public func draft(
        session: String,
        source: String,
        correlation: String,
        traceParent: TraceParent? = nil
    ) throws -> EventDraft {
        EventDraft(
            topic: try Topic(.intent, addressee, session: session),
            id: id,
            source: source,
            type: "searchbus.intent.\(type)",
            correlationID: correlation,
            traceParent: traceParent,
            data: data.bytes
        )
    }

    private static func isTypeName(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, (0x61...0x7A).contains(first), bytes.count <= 64 else { return false }
        return bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    private static func isID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { $0.isNameByte || ".:".utf8.contains($0) }
    }
}
