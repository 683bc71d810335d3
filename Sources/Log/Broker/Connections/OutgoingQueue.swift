// SPDX-License-Identifier: MIT

import Bus
import Glibc

/// The bytes that wait to be sent to one peer, in order.
struct OutgoingQueue {
    /// How many pieces one call to the system sends.
    private static let piecesAtOnce = 32

    private var pieces: [MessageBody] = []
    /// How many pieces have been sent, and how many bytes of the next.
    private var sent = (pieces: 0, bytes: 0)
    /// How many bytes wait.
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds a message.
    mutating func append(_ message: EncodedMessage) {
        pieces += message.pieces
        count += message.count
    }

    /// Sends as much as the peer takes.
    ///
    /// - Returns: Whether anything was sent, and why sending ended before everything was, as of errno(3).
    mutating func send(to descriptor: Int32) -> (hasSent: Bool, failure: Int32?) {
        var hasSent = false
        while !isEmpty {
            let count = sendPieces(to: descriptor)
            guard count >= 0 else {
                if errno == EINTR { continue }
                return (hasSent, errno)
            }
            hasSent = true
            remove(count)
        }
        return (hasSent, nil)
    }

    private func sendPieces(to descriptor: Int32) -> Int {
        let waiting = pieces[sent.pieces...].prefix(Self.piecesAtOnce)
        return withUnsafeTemporaryAllocation(of: iovec.self, capacity: waiting.count) { vectors in
            for (index, piece) in waiting.enumerated() {
                let skipped = index == 0 ? sent.bytes : 0
                vectors.initializeElement(
                    at: index,
                    to: iovec(iov_base: piece.start + skipped, iov_len: piece.count - skipped)
                )
            }
            var message = msghdr()
            (message.msg_iov, message.msg_iovlen) = (vectors.baseAddress, vectors.count)
            return sendmsg(descriptor, &message, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
    }

    private mutating func remove(_ bytes: Int) {
        count -= bytes
        guard count > 0 else {
            pieces.removeAll(keepingCapacity: true)
            sent = (0, 0)
            return
        }
        sent.bytes += bytes
        while sent.bytes >= pieces[sent.pieces].count {
            sent.bytes -= pieces[sent.pieces].count
            sent.pieces += 1
        }
        // What was sent is released at once, but moved away only now and then.
        guard sent.pieces > Self.piecesAtOnce else { return }
        pieces.removeFirst(sent.pieces)
        sent.pieces = 0
    }
}
