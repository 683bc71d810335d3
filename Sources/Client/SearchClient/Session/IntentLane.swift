// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The intents to one addressee that wait for their turn: one is under way, the others keep their order.
///
/// Of those that say the whole anew, such as the text of a search box, only the newest waits.
struct IntentLane<Entry> {
    /// How many wait at the most.
    let limit: Int

    private var waiting: [(type: String?, entry: Entry)] = []
    private var isBusy = false

    init(limit: Int = 100) { self.limit = limit }

    /// What became of an entry that was put in line.
    struct Change {
        /// What is to be sent now.
        var next: Entry?
        /// What will not be sent, since a newer one took its place.
        var replaced: [Entry] = []
        /// Whether the line was full, and the entry was not taken.
        var isFull = false
    }

    /// Puts an entry in line.
    ///
    /// - Parameters:
    ///   - entry: What is to be sent.
    ///   - type: The intent's type where it takes the place of those of the same type that wait; otherwise `nil`.
    /// - Returns: What is to be sent now, and what never will be.
    mutating func put(_ entry: Entry, replacing type: String?) -> Change {
        var change = Change()
        if let type {
            change.replaced = waiting.filter { $0.type == type }.map(\.entry)
            waiting.removeAll { $0.type == type }
        }
        guard waiting.count < limit else {
            change.isFull = true
            return change
        }
        waiting.append((type, entry))
        if !isBusy { change.next = next() }
        return change
    }

    /// What is under way has ended; gives what is to be sent now.
    mutating func next() -> Entry? {
        isBusy = !waiting.isEmpty
        return waiting.isEmpty ? nil : waiting.removeFirst().entry
    }
}
