// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import Bus
import SearchIndex
import Wire

/// What a machine has of an index that comes from no write it knows of.
enum IndexPresence: Sendable, Hashable {
    /// It is there, and no write is known that it comes from.
    case here
    /// Nothing is known of it.
    case lacking
    /// It was deleted at a moment, in RFC 3339; maybe not by a write.
    case deleted(at: String)
    /// Others have it and it is yet to come, or it is there and cannot be read.
    case elsewhere
    /// It is a replica, which another index keeps.
    case replica(of: String)
}

/// Which writes of the log the indexes of a machine lack.
///
/// Every write up to the cursor is looked at, in order, before it is asked about the first: of an index that comes from
/// no write, what was written before it was last emptied, deleted or replaced says nothing. Only names and places are
/// kept.
struct CatchUpPlan {
    /// An index without a known write.
    private struct Open {
        let presence: IndexPresence
        /// Writes up to here are left out.
        var ignored = SequenceNumber.zero
        /// Whether the log has all that was written to it after that; `nil` before the first such write.
        var isWhole: Bool?
        /// When it was written to last.
        var last = ""
    }

    private let cursor: SequenceNumber
    /// An index that is not here and was not written to since then may have been deleted, and that forgotten.
    private let memory: String
    /// Up to where the others have their writes.
    private var places: [String: SequenceNumber] = [:]
    private var open: [String: Open] = [:]
    private let presence: (String) -> IndexPresence

    /// - Parameters:
    ///   - stamps: The indexes of this machine and the write that each comes from.
    ///   - epoch: The identity of the log.
    ///   - cursor: Up to where writes are asked about.
    ///   - memory: The moment, in RFC 3339, up to which this machine may have forgotten that an index was deleted.
    ///   - presence: What this machine has of an index that is not among `stamps`.
    init(
        stamps: [(name: String, stamp: IndexStamp?)],
        epoch: String,
        cursor: SequenceNumber,
        memory: String,
        presence: @escaping (String) -> IndexPresence
    ) {
        (self.cursor, self.memory, self.presence) = (cursor, memory, presence)
        for (name, stamp) in stamps {
            if let stamp {
                // What comes from another log has its own places.
                places[name] = stamp.epoch == epoch ? SequenceNumber(rawValue: stamp.sequence) : cursor
            } else {
                open[name] = Open(presence: .here)
            }
        }
    }

    /// From where the log is to be looked at, where there are these names on it.
    func start(for names: [String]) -> SequenceNumber {
        guard names.allSatisfy({ places[$0] != nil }) else { return .zero }
        return places.values.min() ?? cursor
    }

    /// From where the log is to be applied, once it was looked at.
    var lowest: SequenceNumber {
        (Array(places.values) + open.keys.map { place(of: $0) }).min() ?? cursor
    }

    // MARK: Looking

    /// Looks at a write.
    mutating func look(at event: Event) {
        let name = event.topic.component
        let isTransfer = event.typeSuffix == "transfer"
        guard isTransfer || places[name] == nil else { return }
        let operations = (try? IndexTarget.Write(event).operations) ?? []
        note(name, event) { index in
            switch index.presence {
            case .here: return operations.contains(where: \.takesAll)
            default:
                if index.isWhole == nil {
                    index.isWhole = event.previous <= index.ignored || operations.first == .deleteIndex
                }
                return false
            }
        }
        for operation in operations {
            guard let (destination, isWhole) = operation.arrival else { continue }
            note(destination, event) { index in
                if index.presence == .here { return isWhole }
                if isWhole, index.isWhole == nil { index.isWhole = true }
                return false
            }
        }
    }

    /// Notes a write to an index that has no known one; `isIgnored` is told of those after its deletion.
    private mutating func note(_ name: String, _ event: Event, isIgnored: (inout Open) -> Bool) {
        guard places[name] == nil else { return }
        var index = open[name] ?? Open(presence: presence(name))
        index.last = event.time
        if case .deleted(let time) = index.presence, event.time <= time {
            index.ignored = event.sequence
        } else if isIgnored(&index) {
            index.ignored = event.sequence
        }
        open[name] = index
    }

    // MARK: Asking

    /// Whether a write is to be applied.
    func lacks(_ event: Event) -> Bool {
        let name = event.topic.component
        guard event.sequence <= cursor else { return false }
        let isAfter = place(of: name) < event.sequence
        guard event.typeSuffix == "transfer", let operation = try? IndexTarget.Write(event).operations.first,
            let (destination, _) = operation.arrival
        else { return isAfter }
        let isLacking = place(of: destination) < event.sequence
        if case .move = operation {
            // Where the destination has it already, the source is yet to go.
            return isAfter && (isLacking || places[destination] != nil)
        }
        return isLacking && (isAfter || isHere(name))
    }

    private func isHere(_ name: String) -> Bool { places[name] != nil || open[name]?.presence == .here }

    /// Up to where an index has its writes, or is to do without them.
    private func place(of name: String) -> SequenceNumber {
        if let place = places[name] { return place }
        guard let index = open[name] else { return .zero }
        switch index.presence {
        // Where nothing was written to it, there is nothing to apply.
        case .here: return index.last.isEmpty ? cursor : index.ignored
        case .elsewhere: return cursor
        case .replica(let primary): return places[primary] ?? (isHere(primary) ? index.ignored : cursor)
        case .lacking, .deleted: return index.isWhole == true && index.last > memory ? index.ignored : cursor
        }
    }
}

extension AlgoliaWrite {
    /// Whether nothing of what was in its index before is there after it.
    fileprivate var takesAll: Bool {
        switch self {
        case .deleteIndex, .clear, .move: true
        default: false
        }
    }

    /// The index that it is copied to, and whether as a whole; `nil` for what concerns one index alone.
    fileprivate var arrival: (destination: String, isWhole: Bool)? {
        switch self {
        case .copy(let destination, let scope): (destination, scope.isEmpty)
        case .move(let destination): (destination, true)
        default: nil
        }
    }
}
