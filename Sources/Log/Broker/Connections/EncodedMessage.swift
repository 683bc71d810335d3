// SPDX-License-Identifier: MIT

import Bus

/// A message as it is sent: made once, and shared by all peers that wait for it.
struct EncodedMessage {
    /// From which size on a frame is shared instead of copied, in bytes.
    private static let sharedSize = 2048

    /// The bytes in order.
    let pieces: [MessageBody]
    /// How many bytes there are.
    let count: Int

    init(_ frames: [MessageBody]) {
        var pieces: [MessageBody] = []
        // A header has at most nine bytes.
        var piece = MessageBody(capacity: frames.reduce(0) { $0 + 9 + ($1.count < Self.sharedSize ? $1.count : 0) })
        for (index, frame) in frames.enumerated() {
            ZMTPStateMachine.header(of: frame.count, hasMore: index < frames.count - 1) { piece.append($0) }
            if frame.count < Self.sharedSize {
                frame.withUnsafeBytes { piece.append($0) }
            } else {
                pieces += [piece, frame]
                piece = MessageBody(capacity: 0)
            }
        }
        if piece.count > 0 { pieces.append(piece) }
        self.pieces = pieces
        count = pieces.reduce(0) { $0 + $1.count }
    }

    /// Bytes that are sent as they are.
    init(raw bytes: [UInt8]) {
        pieces = [MessageBody(bytes)]
        count = bytes.count
    }
}
