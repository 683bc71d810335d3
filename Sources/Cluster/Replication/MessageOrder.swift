// SPDX-License-Identifier: MIT

import Wire

/// An order that several brokers share.
///
/// Whatever one of them hands in comes to all of them, with what the others hand in, in one order. Each broker carries out
/// the same commands in the same order on a log of its own, so that all of these logs are the same.
///
/// All calls are made from the broker's thread, or before `start` from another that then leaves it to that one. What is called
/// before `start` may wait for servers, what comes after it does not.
public protocol MessageOrder: AnyObject {
    /// Readable while there is something to take.
    var descriptor: Int32 { get }

    /// The identity of the order, and of the logs that are made from it: another journal has another one.
    var epoch: String { get }

    /// Copies of the logs that are made from it; `nil` where none are kept.
    var copies: (any CopyStore)? { get }

    /// From where on it can be read.
    ///
    /// - Throws: `SearchBusError` without a response.
    func reach() throws -> JournalReach

    /// Begins to deliver what is ordered behind a place; called once, before anything is handed in or taken.
    ///
    /// - Parameters:
    ///   - place: Where to begin.
    ///   - known: What was delivered last, which may lie behind that; `nil` for nothing. If another entry is
    ///     there, `failed` is called with `diverged`.
    /// - Throws: `SearchBusError` where the order cannot be followed from there.
    func start(after place: JournalPlace, known: KnownMessage?) throws

    /// Hands messages in, to be ordered as they stand here, behind those handed in before.
    ///
    /// Each is tried again until it has its place, so that some may be ordered twice.
    func handIn(_ messages: [JournalMessage])

    /// Tells all other brokers that can be reached now something that is not kept; it may get lost.
    func announce(_ bytes: [UInt8])

    /// What has come since the last call, in order.
    func take() -> [JournalNews]

    /// Notes that another machine has the same up to a place: who leads the servers and has something else is wrong.
    func noteAgreement(at place: JournalPlace)

    /// How the order is, as far as is known without asking for it now.
    var standing: JournalStanding { get }

    /// Why no entry may be made now: the servers are yet to be reached, or this machine's clock is wrong, by which it would get
    /// its time. It is a sentence without the point at its end; `nil` where one may be made.
    var obstacle: String? { get }

    /// Ends delivery; what was handed in and has no place may still get one.
    func close()
}

extension MessageOrder {
    public var copies: (any CopyStore)? { nil }

    public func reach() throws -> JournalReach { JournalReach() }

    public func noteAgreement(at place: JournalPlace) {}

    public var obstacle: String? { nil }

    /// Why entries cannot be read from a position: the next one was removed.
    public static func trimmed(_ place: JournalPlace, first: JournalPlace) -> SearchBusError {
        SearchBusError(
            .trimmed,
            "The replicated log begins at entry \(first.rawValue), and this machine has it up to \(place.rawValue).",
            remedy: "Restart the broker: it begins with the newest snapshot of the log."
        )
    }
}

/// A place in the order that brokers share; the first message has 1, and 0 is the place before it.
public struct JournalPlace: RawRepresentable, Sendable, Hashable, Comparable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The place before the first message.
    public static let zero = JournalPlace(rawValue: 0)

    public static func < (left: JournalPlace, right: JournalPlace) -> Bool { left.rawValue < right.rawValue }
}

/// A message that was delivered: its place alone does not tell it from another, since an engine that has lost something gives
/// places again.
public struct KnownMessage: Sendable, Hashable {
    public let place: JournalPlace
    /// The message's id.
    public let id: String

    public init(place: JournalPlace, id: String) {
        self.place = place
        self.id = id
    }
}

/// What a journal tells.
public enum JournalNews: Sendable {
    /// A message has its place.
    case ordered(JournalMessage, at: JournalPlace)
    /// Another broker has announced something.
    case heard([UInt8])
    /// Nothing can be ordered for now, and why: people read it.
    case unavailable(String)
    /// Messages are ordered again.
    case available
    /// The order cannot be followed any longer.
    case failed(SearchBusError)
}
