// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Journal
import Synchronization
import Wire
import ZeroMQ

/// An order in memory that brokers of one test share, whose faults the test draws.
public final class SharedJournal: Sendable {
    /// What happens to a message that is handed in.
    public struct Faults: Sendable {
        /// How often it is ordered, as when an answer was lost and the broker sent it again.
        public var copies: @Sendable (_ count: Int) -> Int
        /// Whether an older message is ordered once more behind it.
        public var repeatsOlder: @Sendable (_ count: Int) -> Int?

        public init(
            copies: @escaping @Sendable (_ count: Int) -> Int = { _ in 1 },
            repeatsOlder: @escaping @Sendable (_ count: Int) -> Int? = { _ in nil }
        ) {
            self.copies = copies
            self.repeatsOlder = repeatsOlder
        }
    }

    private struct State {
        var messages: [JournalMessage] = []
        var refused: [JournalMessage] = []
        var isAvailable = true
        var members: [ObjectIdentifier: Member] = [:]
    }

    /// What every log that is made from it is called.
    public let epoch = Identifier.make(length: 16)
    private let faults: Faults
    private let state = Mutex(State())

    public init(_ faults: Faults = Faults()) { self.faults = faults }

    /// How many messages have a place.
    public var count: Int { state.withLock { $0.messages.count } }

    /// Another broker's way to it.
    public func member() throws -> Member { try Member(self) }

    /// Orders nothing from now on, or everything that was handed in meanwhile and from now on.
    public func setAvailable(_ isAvailable: Bool) {
        state.withLock { state in
            state.isAvailable = isAvailable
            guard isAvailable else { return }
            let waiting = state.refused
            state.refused = []
            order(waiting, &state)
        }
        ringAll()
    }

    private func order(_ messages: [JournalMessage], _ state: inout State) {
        for message in messages {
            for _ in 0..<max(1, faults.copies(state.messages.count)) { state.messages.append(message) }
            if let older = faults.repeatsOlder(state.messages.count), state.messages.indices.contains(older) {
                state.messages.append(state.messages[older])
            }
        }
    }

    private func ringAll() {
        for member in state.withLock({ Array($0.members.values) }) { member.wakeUp.ring() }
    }

    /// One broker's way to the order.
    public final class Member: Journal, Sendable {
        private let shared: SharedJournal
        fileprivate let wakeUp: WakeUp
        private let announced = Mutex<[[UInt8]]>([])
        private let place = Mutex((taken: 0, isHeld: false, wasAvailable: true))

        fileprivate init(_ shared: SharedJournal) throws {
            self.shared = shared
            wakeUp = try WakeUp()
        }

        public var descriptor: Int32 { wakeUp.descriptor }
        public var epoch: String { shared.epoch }

        public func start(after place: JournalPlace, known: KnownMessage?) throws {
            self.place.withLock { $0.taken = Int(place.rawValue) }
            shared.state.withLock { $0.members[ObjectIdentifier(self)] = self }
            wakeUp.ring()
        }

        /// Delivers nothing from now on, or everything that came meanwhile.
        public func setHeld(_ isHeld: Bool) {
            place.withLock { $0.isHeld = isHeld }
            wakeUp.ring()
        }

        public func handIn(_ messages: [JournalMessage]) {
            shared.state.withLock { state in
                if state.isAvailable { shared.order(messages, &state) } else { state.refused += messages }
            }
            shared.ringAll()
        }

        public func announce(_ bytes: [UInt8]) {
            let others = shared.state.withLock { $0.members.values.filter { $0 !== self } }
            for member in others {
                member.announced.withLock { $0.append(bytes) }
                member.wakeUp.ring()
            }
        }

        public func take() -> [JournalNews] {
            wakeUp.clear()
            return place.withLock { place in
                guard !place.isHeld else { return [] }
                return shared.state.withLock { state in
                    var news: [JournalNews] = announced.withLock { announced in
                        defer { announced = [] }
                        return announced.map(JournalNews.heard)
                    }
                    if state.isAvailable != place.wasAvailable {
                        place.wasAvailable = state.isAvailable
                        news.append(state.isAvailable ? .available : .unavailable("The test orders nothing"))
                    }
                    // A few at a time, so that entries are met in pieces.
                    let end = min(place.taken + 7, state.messages.count)
                    for index in place.taken..<max(end, place.taken) {
                        news.append(.ordered(state.messages[index], at: JournalPlace(rawValue: UInt64(index + 1))))
                    }
                    place.taken = max(end, place.taken)
                    if end < state.messages.count { wakeUp.ring() }
                    return news
                }
            }
        }

        public func close() {
            shared.state.withLock { $0.members[ObjectIdentifier(self)] = nil }
        }
    }
}
