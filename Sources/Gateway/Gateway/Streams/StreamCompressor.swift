// SPDX-License-Identifier: MIT

import CZlib
import HTTPTypes
import NIOCore
import Runtime

/// Compresses a stream with gzip; what is written once can be read at once.
///
/// The window is kept from one write to the next, so a view costs what differs from the last one. Belongs to the task that writes.
final class StreamCompressor: @unchecked Sendable {
    /// A quick level: the client waits meanwhile.
    private static let level: Int32 = 3
    /// 15 bits of window, and 16 for the format of gzip.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    private let stream: UnsafeMutablePointer<z_stream>

    /// Makes a compressor for a stream to a client on another machine, if the client can read it; zlib needs 256 KiB for it.
    ///
    /// On this machine compression costs more time than the bytes that it saves.
    ///
    /// - Parameters:
    ///   - accepted: The client's `Accept-Encoding`.
    ///   - client: Its address; `nil` if it is unknown.
    init?(accepted: String?, client: NetworkAddress?) {
        guard let accepted, let client, !client.isLoopback, ContentCoding.gzip.isAccepted(by: accepted)
        else { return nil }
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // It fails only without memory, which ends a process in Swift.
        let size = Int32(MemoryLayout<z_stream>.size)
        let (method, strategy) = (Z_DEFLATED, Z_DEFAULT_STRATEGY)
        let result = deflateInit2_(
            stream,
            Self.level,
            method,
            Self.windowBits,
            Self.memoryLevel,
            strategy,
            ZLIB_VERSION,
            size
        )
        precondition(result == Z_OK, "zlib has no memory")
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// Compresses bytes to the last one.
    func compress(_ bytes: ByteBuffer) -> ByteBuffer { run(bytes, Z_SYNC_FLUSH) }

    /// The end of the stream.
    func end() -> ByteBuffer { run(ByteBuffer(), Z_FINISH) }

    private func run(_ bytes: ByteBuffer, _ flush: Int32) -> ByteBuffer {
        var input = bytes
        var output = ByteBuffer()
        input.withUnsafeMutableReadableBytes { source in
            stream.pointee.next_in = source.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = UInt32(source.count)
            var isFull = true
            while isFull {
                output.writeWithUnsafeMutableBytes(minimumWritableBytes: max(source.count / 4, 256)) { place in
                    stream.pointee.next_out = place.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    stream.pointee.avail_out = UInt32(place.count)
                    deflate(stream, flush)
                    isFull = stream.pointee.avail_out == 0
                    return place.count - Int(stream.pointee.avail_out)
                }
            }
        }
        return output
    }
}
