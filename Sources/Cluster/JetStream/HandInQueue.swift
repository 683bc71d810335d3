// SPDX-License-Identifier: MIT

import Replication

/// What was handed in and has not come back with its place, in order.
///
/// Pure: the times are given. A small message that comes while nothing waits is sent at once, without asking whether it was
/// taken; where it does not come back soon, it is asked about as all others are. Servers know it by its id.
struct HandInQueue: Sendable {
    /// How many bytes are sent at once: as many as a socket takes from a thread that must not wait.
    static let longestAtOnce = 16 << 10
    /// How long what was sent at once has time to come back.
    static let patience: Duration = .milliseconds(250)

    private var waiting: [JournalMessage] = []
    /// Until when the first may come back by itself, since it was sent at once.
    private var comesBackUntil: ContinuousClock.Instant?
    /// Whether the servers took what they were asked about last.
    private var takesEntries = false

    /// What the thread that asks has to do.
    enum Step: Sendable, Hashable {
        case wait
        case ask(JournalMessage)
    }

    /// Takes messages in.
    ///
    /// - Returns: The message to send at once; `nil` if the polling thread must look.
    mutating func add(_ messages: [JournalMessage], at now: ContinuousClock.Instant) -> JournalMessage? {
        let isFree = waiting.isEmpty && takesEntries
        waiting += messages
        guard isFree, messages.count == 1, let message = messages.first, message.bytes.count <= Self.longestAtOnce
        else {
            return nil
        }
        comesBackUntil = now + Self.patience
        return message
    }

    /// Whether all that was handed in has come back.
    var isEmpty: Bool { waiting.isEmpty }

    /// The message to ask about now.
    mutating func next(at now: ContinuousClock.Instant) -> Step {
        guard let first = waiting.first else { return .wait }
        if let comesBackUntil {
            guard comesBackUntil <= now else { return .wait }
            (self.comesBackUntil, takesEntries) = (nil, false)
        }
        return .ask(first)
    }

    /// Whether a message has yet to come back.
    func isFirst(_ message: JournalMessage) -> Bool { waiting.first?.id == message.id }

    /// Notes whether the servers have taken what they were asked about.
    mutating func noteAnswer(isTaken: Bool) { takesEntries = isTaken }

    /// Notes that a message was delivered with its number, from any sender.
    ///
    /// - Returns: Whether the thread that asks has to look.
    mutating func noteDelivered(_ message: JournalMessage) -> Bool {
        guard isFirst(message) else { return false }
        waiting.removeFirst()
        let wasSentAtOnce = comesBackUntil != nil
        comesBackUntil = nil
        return !wasSentAtOnce || !waiting.isEmpty
    }
}
