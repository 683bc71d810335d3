// SPDX-License-Identifier: MIT

import Bus
import Runtime
import Wire

/// The writes that an indexer has read and that its cursor has not passed yet, and which of them it applies next.
///
/// Pure: times and facts about indexes are given. Writes to one index are applied in the order of the log, each after the one
/// before it is done. While an index cannot be written to, its writes wait, with a delay that grows; writes to other indexes
/// overtake them, since the stamp of an index tells after a restart which writes it has. What leaves no stamp is not
/// overtaken and overtakes nothing: a write that copies, moves or removes an index, one that creates it, and one that fails.
struct WriteQueue {
    /// What to do next.
    enum Step: Hashable {
        /// Apply these writes to their index, as one version.
        case apply([Event])
        /// Wait for further writes, at most until a time.
        case wait(until: ContinuousClock.Instant?)
    }

    /// The maximum number of writes in one version.
    static let turnLimit = 256
    /// The number of writes, and their bytes, from which on no further ones are read.
    static let maxCount = 4_096
    static let maxBytes = 32 << 20

    private struct Item {
        let event: Event
        var isDone = false
        /// Whether it makes a version by itself.
        var isAlone: Bool
        /// Whether it has failed for good while earlier writes wait; it is tried once more when they are done.
        var hasFailed = false
        /// Whether nothing may overtake it; `nil` as long as it made no difference.
        var isBarrier: Bool?

        var index: String { event.topic.component }
    }

    /// An index that cannot be written to for now.
    private struct Hold {
        let failures: Int
        let until: ContinuousClock.Instant
    }

    private let backoff: Backoff
    private let isAlone: (Event) -> Bool
    private let isBarrier: (Event) -> Bool
    private let exists: (String) -> Bool
    /// The writes in the order of the log; the first is not done.
    private var items: [Item] = []
    private var holds: [String: Hold] = [:]
    private var bytes = 0

    /// - Parameters:
    ///   - backoff: The delays between tries of an index that cannot be written to.
    ///   - isAlone: Whether a write makes a version by itself.
    ///   - isBarrier: Whether a write leaves no stamp in its index, so that it must be done in the order of the log.
    ///   - exists: Whether there is an index of a name.
    init(
        backoff: Backoff,
        isAlone: @escaping (Event) -> Bool,
        isBarrier: @escaping (Event) -> Bool,
        exists: @escaping (String) -> Bool
    ) {
        (self.backoff, self.isAlone, self.isBarrier, self.exists) = (backoff, isAlone, isBarrier, exists)
    }

    var isEmpty: Bool { items.isEmpty }
    /// How many writes are not done.
    var count: Int { items.count { !$0.isDone } }
    var hasRoom: Bool { items.count < Self.maxCount && bytes < Self.maxBytes }

    mutating func add(_ events: some Sequence<Event>) {
        for event in events {
            bytes += event.body.count
            items.append(Item(event: event, isAlone: isAlone(event)))
        }
    }

    // MARK: Deciding

    mutating func step(at now: ContinuousClock.Instant) -> Step {
        var held: Set<String> = []
        var wake: ContinuousClock.Instant?
        for position in items.indices where !items[position].isDone {
            let index = items[position].index
            let isFirst = position == items.startIndex
            let hold = holds[index].flatMap { $0.until > now ? $0 : nil }
            if isFirst, hold == nil { return .apply(turn(from: position, beside: held)) }
            if let hold, !held.contains(index) { wake = min(wake ?? hold.until, hold.until) }
            guard !mustKeepPlace(position) else { break }
            guard !held.contains(index) else { continue }
            guard exists(index) else { break }
            if hold == nil, !items[position].hasFailed { return .apply(turn(from: position, beside: held)) }
            held.insert(index)
        }
        return .wait(until: wake)
    }

    /// The writes that make one version: the first one and those after it to the same index, which may lie behind writes to
    /// indexes that are held.
    private mutating func turn(from first: Int, beside held: Set<String>) -> [Event] {
        var turn = [items[first].event]
        guard !items[first].isAlone else { return turn }
        for position in items.indices[(first + 1)...] where !items[position].isDone {
            let item = items[position]
            guard turn.count < Self.turnLimit, !item.isAlone else { break }
            if item.index == turn[0].topic.component {
                guard held.isEmpty || !mustKeepPlace(position) else { break }
                turn.append(item.event)
            } else {
                guard held.contains(item.index), !mustKeepPlace(position) else { break }
            }
        }
        return turn
    }

    private mutating func mustKeepPlace(_ position: Int) -> Bool {
        if let known = items[position].isBarrier { return known }
        let found = isBarrier(items[position].event)
        items[position].isBarrier = found
        return found
    }

    // MARK: Results

    mutating func finish(_ turn: [Event]) {
        change(turn) { $0.isDone = true }
        if let index = turn.first?.topic.component { holds[index] = nil }
    }

    /// Notes that writes could not be applied for now; they are tried again after a delay.
    ///
    /// - Returns: How often their index has failed in a row.
    @discardableResult
    mutating func postpone(_ turn: [Event], at now: ContinuousClock.Instant) -> Int {
        guard let index = turn.first?.topic.component else { return 0 }
        let failures = (holds[index]?.failures ?? 0) + 1
        holds[index] = Hold(failures: failures, until: now.advanced(by: backoff.delay(failures: failures)))
        return failures
    }

    /// Notes that writes would fail each time; several are tried one by one, and one that has overtaken others is tried again
    /// in its place.
    ///
    /// - Returns: Whether that is final, so that the failure may be reported and the write finished.
    mutating func refuse(_ turn: [Event]) -> Bool {
        guard let first = turn.first else { return false }
        guard turn.count == 1 else {
            change(turn) { $0.isAlone = true }
            return false
        }
        if items.first?.event.sequence == first.sequence { return true }
        change(turn) { $0.hasFailed = true }
        return false
    }

    private mutating func change(_ turn: [Event], _ body: (inout Item) -> Void) {
        let sequences = Set(turn.map(\.sequence))
        for position in items.indices where sequences.contains(items[position].event.sequence) {
            body(&items[position])
        }
    }

    /// Removes the writes that are done, up to the first that is not.
    ///
    /// - Returns: The sequence number of the last of them, and how many they are; `nil` for none.
    mutating func takeFinished() -> (last: SequenceNumber, count: Int)? {
        let finished = items.prefix { $0.isDone }
        guard let last = finished.last?.event.sequence else { return nil }
        let count = finished.count
        bytes -= finished.reduce(0) { $0 + $1.event.body.count }
        items.removeFirst(count)
        return (last, count)
    }
}
