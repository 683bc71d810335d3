// SPDX-License-Identifier: MIT

import Bus

/// How far a component has got: its cursor on the log, and what it has folded since the cursor was moved.
struct ComponentProgress {
    private(set) var cursor: SequenceNumber
    /// Where the folding began: what lies before was folded by an earlier run.
    private var start: SequenceNumber
    private(set) var folded: SequenceNumber
    let incarnation: Int
    /// What the log says the component was made from.
    private(set) var configuration: String?
    /// The places of the events that were folded since the cursor was moved, in order.
    private var places: ArraySlice<SequenceNumber> = []

    init(_ claim: ComponentClaim) {
        cursor = claim.cursor
        start = claim.cursor
        folded = claim.cursor
        incarnation = claim.incarnation
        configuration = claim.configuration
    }

    var count: Int { places.count }

    mutating func note(_ sequence: SequenceNumber) {
        folded = max(folded, sequence)
        places.append(sequence)
    }

    /// Begins again at a cursor, with nothing folded since.
    mutating func startOver(at cursor: SequenceNumber) {
        (self.cursor, start, folded, places) = (cursor, cursor, cursor, [])
    }

    /// Whether an event that comes only now should have been folded before one that was folded already.
    func isLate(_ sequence: SequenceNumber) -> Bool { sequence > start && sequence <= folded }

    /// The move to the last event folded, or to the one before the oldest that is not carried out yet.
    func move(
        of component: String,
        before pending: SequenceNumber?,
        prefixes: [TopicPrefix],
        configuration: String?
    ) -> CursorMove {
        let bound = pending.map { SequenceNumber(rawValue: $0.rawValue > 0 ? $0.rawValue - 1 : 0) } ?? folded
        let to = max(cursor, min(folded, bound))
        return CursorMove(
            component: component,
            from: cursor,
            to: to,
            folded: places.prefix { $0 <= to }.count,
            prefixes: prefixes,
            incarnation: incarnation,
            configuration: configuration
        )
    }

    /// The log has taken a move.
    mutating func moved(_ move: CursorMove) {
        cursor = move.to
        configuration = move.configuration ?? configuration
        places = places.drop { $0 <= move.to }
    }
}
