// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import Replication
import Runtime
import Synchronization
import Wire

/// A journal in memory that the brokers of one test share, with random faults.
public final class SharedJournal: Sendable {
    /// The fault of a message.
    public struct Faults: Sendable {
        /// How often it is stored, as if the broker repeated it after a lost response.
        public var copies: @Sendable (_ count: Int) -> Int
        /// Whether an older message is stored once more after it.
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
        var isReachable = true
        var members: [ObjectIdentifier: Member] = [:]
        /// The first position that can be read.
        var first: UInt64 = 1
        var copies: [(copy: StoredCopy, bytes: [UInt8])] = []
        var breaksFetchOff = false
    }

    /// The epoch of every log that is made from it.
    public let epoch: String
    private let isFounded: Bool
    private let faults: Faults
    private let state = Mutex(State())

    /// - Parameters:
    ///   - faults: The faults that it has.
    ///   - origin: The epoch of the log that it begins with; `nil` without one.
    public init(_ faults: Faults = Faults(), foundedWith origin: String? = nil) {
        self.faults = faults
        isFounded = origin != nil
        epoch = origin ?? Identifier.make(length: 16)
    }

    /// The number of stored messages.
    public var count: Int { state.withLock { $0.messages.count } }

    /// Another broker's access to it.
    public func member() throws -> Member { try Member(self) }

    /// Stores a snapshot for new nodes.
    ///
    /// - Parameter path: A log that no process has open, or a copy of one.
    /// - Returns: The copy.
    /// - Throws: Errors of reading it.
    @discardableResult
    public func keepCopy(_ path: String) throws -> StoredCopy {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let place = try ReplicaLog(path: path)?.place ?? .zero
        let copy = StoredCopy(id: Identifier.make(), place: place, size: bytes.count, origin: "a test")
        state.withLock { $0.copies.append((copy, bytes)) }
        return copy
    }

    /// Removes the entries before a position.
    public func trim(below place: JournalPlace) {
        state.withLock { $0.first = max($0.first, place.rawValue) }
    }

    /// Interrupts the next fetch of a snapshot.
    public func breakNextFetchOff() { state.withLock { $0.breaksFetchOff = true } }

    /// Stops storing from now on, or stores everything that was received meanwhile and from now on.
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

    /// Refuses new connections from now on, or accepts them again; existing ones continue.
    public func setReachable(_ isReachable: Bool) { state.withLock { $0.isReachable = isReachable } }

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

    /// One broker's connection to the journal.
    public final class Member: MessageOrder, CopyStore, Sendable {
        private let shared: SharedJournal
        fileprivate let wakeUp: WakeUp
        private let announced = Mutex<[[UInt8]]>([])
        private let place = Mutex((taken: 0, isHeld: false, wasAvailable: true))
        private let reason = Mutex<String?>(nil)

        fileprivate init(_ shared: SharedJournal) throws {
            self.shared = shared
            wakeUp = try WakeUp()
        }

        public var descriptor: Int32 { wakeUp.descriptor }
        public var epoch: String { shared.epoch }
        public var copies: (any CopyStore)? { self }

        public var obstacle: String? { reason.withLock { $0 } }

        public func reach() throws -> JournalReach {
            let (first, isReachable) = shared.state.withLock { ($0.first, $0.isReachable) }
            guard isReachable else { throw SearchBusError(.journalUnavailable, "The test refuses connections.") }
            return JournalReach(first: JournalPlace(rawValue: first), isFounded: shared.isFounded)
        }

        /// Reports that no entry may be appended, and why, as if this node's clock were wrong.
        public func setObstacle(_ reason: String?) {
            self.reason.withLock { $0 = reason }
            wakeUp.ring()
        }

        public func all(of epoch: String) throws -> [StoredCopy] {
            epoch == shared.epoch ? shared.state.withLock { $0.copies.map { $0.copy } } : []
        }

        public func fetch(_ copy: StoredCopy, to path: String) throws {
            let (bytes, isBrokenOff) = shared.state.withLock { state in
                defer { state.breaksFetchOff = false }
                return (state.copies.first { $0.copy == copy }?.bytes ?? [], state.breaksFetchOff)
            }
            try Data(isBrokenOff ? bytes.prefix(bytes.count / 2) : bytes[...]).write(to: URL(filePath: path))
            if isBrokenOff { throw SearchBusError(.journalUnavailable, "The test breaks the fetch off.") }
        }

        public func start(after place: JournalPlace, known: KnownMessage?) throws {
            self.place.withLock { $0.taken = Int(place.rawValue) }
            shared.state.withLock { $0.members[ObjectIdentifier(self)] = self }
            wakeUp.ring()
        }

        /// Delivers nothing from now on, or everything that arrived meanwhile.
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
                    guard UInt64(place.taken) + 1 >= state.first else {
                        let taken = JournalPlace(rawValue: UInt64(place.taken))
                        return [.failed(Self.trimmed(taken, first: JournalPlace(rawValue: state.first)))]
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

        public var standing: JournalStanding {
            shared.state.withLock { state in
                JournalStanding(
                    last: JournalPlace(rawValue: UInt64(state.messages.count)),
                    leader: "memory",
                    servers: [JournalStanding.Server(name: "memory", isOnline: true)]
                )
            }
        }

        public func close() {
            shared.state.withLock { $0.members[ObjectIdentifier(self)] = nil }
        }
    }
}
