// SPDX-License-Identifier: MIT

/// Which peers have subscribed to which prefixes of topics.
///
/// Pure. A peer has a prefix once, however often it asks, as sockets of libzmq send it.
struct SubscriptionTable {
    /// A subscription of a peer.
    struct Entry {
        let peer: Int
        /// Whether its events may wait for others.
        let isLate: Bool
    }

    /// The bytes of a prefix, hashed as a whole.
    private struct Prefix: Hashable {
        let bytes: ArraySlice<UInt8>

        static func == (left: Prefix, right: Prefix) -> Bool { left.bytes.elementsEqual(right.bytes) }

        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }

    private var entries: [Prefix: [Entry]] = [:]
    private var prefixes: [Int: Set<Prefix>] = [:]
    /// How many prefixes have each length; a topic is looked up once for each length.
    private var lengths: [Int] = []

    /// How many different prefixes are subscribed to.
    var count: Int { entries.count }
    /// How many subscriptions there are.
    private(set) var entryCount = 0

    /// Adds a subscription, or replaces that of the same peer and prefix.
    mutating func add(_ bytes: ArraySlice<UInt8>, _ entry: Entry) {
        let prefix = Prefix(bytes: bytes)
        remove(prefix, entry.peer)
        if entries[prefix] == nil {
            while lengths.count <= bytes.count { lengths.append(0) }
            lengths[bytes.count] += 1
        }
        entries[prefix, default: []].append(entry)
        entryCount += 1
        prefixes[entry.peer, default: []].insert(prefix)
    }

    /// Takes a subscription back.
    mutating func remove(_ bytes: ArraySlice<UInt8>, of peer: Int) {
        let prefix = Prefix(bytes: bytes)
        remove(prefix, peer)
        prefixes[peer]?.remove(prefix)
    }

    /// Takes all subscriptions of a peer back.
    mutating func removeAll(of peer: Int) {
        for prefix in prefixes.removeValue(forKey: peer) ?? [] { remove(prefix, peer) }
    }

    private mutating func remove(_ prefix: Prefix, _ peer: Int) {
        guard let index = entries[prefix]?.firstIndex(where: { $0.peer == peer }) else { return }
        entries[prefix]?.remove(at: index)
        entryCount -= 1
        guard entries[prefix]?.isEmpty == true else { return }
        entries[prefix] = nil
        lengths[prefix.bytes.count] -= 1
    }

    /// Calls a closure with each subscription that a topic matches; a peer may have several.
    func forEach(matching topic: [UInt8], _ body: (Entry) -> Void) {
        for length in lengths.indices.prefix(topic.count + 1) where lengths[length] > 0 {
            entries[Prefix(bytes: topic[..<length])]?.forEach(body)
        }
    }
}
