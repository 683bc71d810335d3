// SPDX-License-Identifier: MIT

/// How many bytes may wait for peers that do not read.
///
/// A peer that gets nothing now reads on from the log, or repeats its command.
enum OutgoingBudget {
    /// How many bytes may wait for one peer.
    static let peerLimit = 8 << 20
    /// How many bytes may wait for all before peers get something only when nothing waits for them.
    static let sharedLimit = 64 << 20
    /// How many bytes may wait for all.
    static let totalLimit = 128 << 20

    /// Whether a peer for which so much waits gets more while so much waits in all.
    static func lets(held: Int, inAll all: Int) -> Bool {
        all < sharedLimit ? held < peerLimit : held == 0 && all < totalLimit
    }
}
