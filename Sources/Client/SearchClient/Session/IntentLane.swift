// SPDX-License-Identifier: MIT

/// The pending intents to one recipient: one is in flight, the others keep their order.
///
/// Of those that are complete values, such as the text of a search box, only the newest waits.
struct IntentLane<Entry> {
    /// The maximum number of waiting entries.
    let limit: Int

    private var waiting: [(type: String?, entry: Entry)] = []
    private var isBusy = false

    init(limit: Int = 100) { self.limit = limit }

    /// The result of adding an entry.
    struct Change {
        /// The entry to send now.
        var next: Entry?
        /// Entries that will not be sent, since a newer one replaced them.
        var replaced: [Entry] = []
        /// Whether the queue was full, and the entry was refused.
        var isFull = false
    }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry to send.
    ///   - type: The intent's type if it replaces waiting ones of the same type; otherwise `nil`.
    /// - Returns: The entry to send now, and those that will not be sent.
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

    /// Notes that the intent in flight has ended; returns the entry to send now.
    mutating func next() -> Entry? {
        isBusy = !waiting.isEmpty
        return waiting.isEmpty ? nil : waiting.removeFirst().entry
    }
}
