// SPDX-License-Identifier: MIT

import AlgoliaLanguage
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

    /// Whether an index must be fetched, or has just arrived.
    ///
    /// An index is in place before the note goes that others have it: who asks in the other order takes one that comes in
    /// between for one that there never was.
    static func isElsewhere(isNoted: () -> Bool, isHere: () -> Bool) -> Bool { isNoted() || isHere() }
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
    /// The indexes whose versions come from another log.
    private var foreign: Set<String> = []
    /// The last write to each index.
    private var written: [String: SequenceNumber] = [:]
    /// By which write each index was deleted, moved away or replaced as a whole last.
    private var replaced: [String: SequenceNumber] = [:]
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
                if stamp.epoch != epoch { foreign.insert(name) }
            } else {
                open[name] = Open(presence: .here)
            }
        }
    }

    /// The sequence number from which the log is read for these names.
    func start(for names: [String]) -> SequenceNumber {
        guard names.allSatisfy({ places[$0] != nil }) else { return .zero }
        return places.values.min() ?? cursor
    }

    /// The sequence number from which the log is applied, once it was read.
    var lowest: SequenceNumber {
        (Array(places.values) + open.keys.map { place(of: $0) }).min() ?? cursor
    }

    /// The indexes that a write was looked at to, or a copy of another one.
    var concerned: Set<String> { Set(written.keys) }

    /// Those of them that others have and that were not here, or could not be read.
    var elsewhere: [String] {
        open.filter { if case .elsewhere = $0.value.presence { true } else { false } }.map(\.key)
    }

    // MARK: Looking

    mutating func look(at event: Event) {
        let name = event.topic.component
        let isTransfer = event.typeSuffix == "transfer"
        // Whether something has taken the place of a copy is asked of what has been one.
        let isCopy = replaced[name] != nil
        written[name] = event.sequence
        guard isTransfer || places[name] == nil || isCopy else { return }
        let operations = (try? IndexTarget.Write(event).operations) ?? []
        if operations.contains(where: \.takesIndex) { replaced[name] = event.sequence }
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
            written[destination] = event.sequence
            if isWhole { replaced[destination] = event.sequence }
            note(destination, event) { index in
                if index.presence == .here { return isWhole }
                if isWhole, index.isWhole == nil { index.isWhole = true }
                return false
            }
        }
    }

    /// Notes a write to an index that has no known one; `isIgnored` is called for those after its deletion.
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

    enum Step: Sendable, Hashable {
        /// It is here, or to be done without.
        case leave
        case apply
        /// It is a copy that is not here, of an index that is later here already or has gone.
        case tell
    }

    func step(for event: Event) -> Step {
        let name = event.topic.component
        guard event.sequence <= cursor else { return .leave }
        let isAfter = place(of: name) < event.sequence
        guard event.typeSuffix == "transfer", let operation = try? IndexTarget.Write(event).operations.first,
            let (destination, _) = operation.arrival
        else { return isAfter ? .apply : .leave }
        let isMove = if case .move = operation { true } else { false }
        guard place(of: destination) < event.sequence else {
            // Where the destination has it already, the source is yet to go.
            return isMove && isAfter && places[destination] != nil ? .apply : .leave
        }
        if isAfter { return .apply }
        // An index that was replaced since is not needed.
        if let last = replaced[destination], last > event.sequence { return .leave }
        guard foreign.contains(name) else { return .tell }
        // It is unknown which of these writes a version from another log has; without any after the copy, it is unchanged.
        if isMove { return .leave }
        return written[name].map { $0 > event.sequence } ?? false ? .tell : .apply
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
    fileprivate var takesAll: Bool { self == .clear || takesIndex }

    /// Whether its index is not there after it.
    fileprivate var takesIndex: Bool {
        switch self {
        case .deleteIndex, .move: true
        default: false
        }
    }

    /// The index that it is copied to, and whether as a whole; `nil` for what changes no other index.
    var arrival: (destination: String, isWhole: Bool)? {
        switch self {
        case .copy(_, let scope) where !scope.isEmpty && Set(scope).isDisjoint(with: ["settings", "synonyms"]): nil
        case .copy(let destination, let scope): (destination, scope.isEmpty)
        case .move(let destination): (destination, true)
        default: nil
        }
    }
}
