// SPDX-License-Identifier: MIT

import Bus

/// Counts what waits for clients that do not read their answers, and says who gets no more for now.
///
/// A client whose answer is dropped asks again; by then it has read what waited for it, or libzmq has cut it off.
struct ReplyBudget {
    /// How many bytes may wait for one client.
    static let clientLimit = 16 << 20
    /// How many bytes may wait for all before clients get an answer only when nothing waits for them.
    static let sharedLimit = 64 << 20
    /// How many bytes may wait for all.
    static let totalLimit = 128 << 20
    /// How many clients are remembered before those for whom nothing waits are forgotten.
    private static let clientCount = 1024

    let all = OutgoingBytes()
    private var clients: [[UInt8]: OutgoingBytes] = [:]

    /// The counter of a client, or `nil` where it gets no answer for now.
    mutating func counter(of client: [UInt8]) -> OutgoingBytes? {
        if let known = clients[client] { return ReplyBudget.lets(held: known.held, inAll: all.held) ? known : nil }
        guard ReplyBudget.lets(held: 0, inAll: all.held) else { return nil }
        if clients.count >= Self.clientCount { clients = clients.filter { $0.value.held > 0 } }
        let counter = OutgoingBytes(partOf: all)
        clients[client] = counter
        return counter
    }

    /// Whether one for whom so much waits gets more while so much waits in all.
    static func lets(held: Int, inAll all: Int) -> Bool {
        all < sharedLimit ? held < clientLimit : held == 0 && all < totalLimit
    }
}
