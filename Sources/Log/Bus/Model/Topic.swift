// SPDX-License-Identifier: MIT

import Wire

/// What an event is published under: `kind/component/session/`, each part ended by a slash, so that a prefix never
/// matches a longer name.
public struct Topic: Sendable, Hashable, CustomStringConvertible {
    /// What an event is about; the first part of a topic.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case intent, outcome, filters, request, search, results, view, state, index, write, sink, status, bus, echo
    }

    public let kind: Kind
    public let description: String
    /// Where the channel ends in its bytes.
    private let channelLength: Int

    /// The addressee, searcher, filter state, widget, index or process.
    public var component: String { part(from: kind.rawValue.utf8.count + 1, to: channelLength - 1) }
    public var session: String? {
        kind.hasSession ? part(from: channelLength, to: description.utf8.count - 1) : nil
    }
    /// The topic without the session: what components subscribe to.
    public var channel: String { kind.hasSession ? part(from: 0, to: channelLength) : description }

    private func part(from start: Int, to end: Int) -> String {
        let bytes = description.utf8
        return String(
            description[bytes.index(bytes.startIndex, offsetBy: start)..<bytes.index(bytes.startIndex, offsetBy: end)]
        )
    }

    /// Makes a topic.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic` for a part with characters that topics do not have, or a session
    ///   that is missing or too many.
    public init(_ kind: Kind, _ component: String, session: String? = nil) throws {
        try Topic.check(kind, component, session)
        let channel = "\(kind.rawValue)/\(component)/"
        self.kind = kind
        channelLength = channel.utf8.count
        description = session.map { "\(channel)\($0)/" } ?? channel
    }

    private static func check<Text: StringProtocol>(_ kind: Kind, _ component: Text, _ session: Text?) throws {
        guard kind.allows(component: component) else {
            throw SearchBusError(.invalidTopic, "`\(component.prefix(80))` cannot be part of a topic.")
        }
        guard kind.hasSession == (session != nil) else {
            throw SearchBusError(
                .invalidTopic,
                "\(kind.rawValue)/ topics \(kind.hasSession ? "need a" : "have no") session."
            )
        }
        if let session, !Name.isValid(session) {
            throw SearchBusError(.invalidSession, "Invalid session `\(session.prefix(80))`.")
        }
    }

    /// Reads a topic from its text.
    ///
    /// - Throws: `SearchBusError` with `invalid-topic` or `invalid-session`.
    public init(parsing text: String) throws {
        var bytes = text
        if let (kind, end) = bytes.withUTF8(Self.read) {
            (self.kind, channelLength, description) = (kind, end, text)
            return
        }
        let parts = text.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
        guard (3...4).contains(parts.count), parts[parts.count - 1].isEmpty, let kind = Kind(rawValue: String(parts[0]))
        else { throw SearchBusError(.invalidTopic, "Invalid topic `\(text.prefix(160))`.") }
        try Topic.check(kind, parts[1], parts.count == 4 ? parts[2] : nil)
        self.kind = kind
        channelLength = parts[0].utf8.count + parts[1].utf8.count + 2
        description = text
    }

    private static let kinds = Kind.allCases.map { (kind: $0, prefix: Array("\($0.rawValue)/".utf8)) }

    /// The kind of a topic and where its channel ends, if it has the usual form; each process reads the topic of each event.
    private static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> (Kind, Int)? {
        guard let (kind, prefix) = kinds.first(where: { bytes.starts(with: $0.prefix) }) else { return nil }
        var parts = 0
        var (start, end) = (prefix.count, 0)
        for (place, byte) in bytes.enumerated().dropFirst(start) where !byte.isNameByte {
            guard byte == UInt8(ascii: "/"), (1...Name.maxLength).contains(place - start) else { return nil }
            parts += 1
            if parts == 1 { end = place + 1 }
            start = place + 1
        }
        return start == bytes.count && parts == (kind.hasSession ? 2 : 1) ? (kind, end) : nil
    }

    public static func == (left: Topic, right: Topic) -> Bool { left.description == right.description }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension Name {
    /// Whether the text is a name, a point and a number of 1 to 6 digits without a leading zero.
    static func isNumbered(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isValid(parts[0]) else { return false }
        let digits = parts[1].utf8
        return (1...6).contains(digits.count) && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
