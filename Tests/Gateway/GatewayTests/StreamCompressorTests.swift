// SPDX-License-Identifier: MIT

import CZlib
import NIOCore
import RandomTesting
import Runtime
import Testing

@testable import Gateway

@Suite("Compressed event streams")
struct StreamCompressionTests {
    private let remote = NetworkAddress("203.0.113.9")

    @Test func `Streams to other machines are compressed`() {
        #expect(StreamCompressor(accepted: "gzip", client: NetworkAddress("127.0.0.1")) == nil)
        #expect(StreamCompressor(accepted: "gzip", client: NetworkAddress("::1")) == nil)
        #expect(StreamCompressor(accepted: "gzip", client: nil) == nil)
        #expect(StreamCompressor(accepted: nil, client: remote) == nil)
        #expect(StreamCompressor(accepted: "br, gzip", client: remote) != nil)
    }

    @Test func `What is written can be read at once, and repeated text costs little`() throws {
        var random = SeededGenerator(seed: testSeed)
        let compressor = try #require(StreamCompressor(accepted: "gzip", client: remote))
        let reader = Reader()
        let text = (0..<20_000).map { _ in UInt8.random(in: 97...122, using: &random) }
        for (index, length) in [1, 20_000, 20_000, 0, 300_000, 17].enumerated() {
            let bytes = (0..<length).map { text[$0 % text.count] }
            let compressed = compressor.compress(ByteBuffer(bytes: bytes))
            #expect(reader.read(compressed) == bytes)
            if index == 2 { #expect(compressed.readableBytes < 300) }
        }
        #expect(reader.read(compressor.end()).isEmpty && reader.isEnded)
    }

    /// Reads what was compressed.
    private final class Reader {
        private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        private(set) var isEnded = false

        init() {
            stream.initialize(to: z_stream())
            inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        }

        deinit {
            inflateEnd(stream)
            stream.deallocate()
        }

        func read(_ buffer: ByteBuffer) -> [UInt8] {
            var input = Array(buffer.readableBytesView)
            var output = [UInt8](repeating: 0, count: 400_000)
            let count = input.withUnsafeMutableBufferPointer { source in
                output.withUnsafeMutableBufferPointer { place in
                    (stream.pointee.next_in, stream.pointee.avail_in) = (source.baseAddress, UInt32(source.count))
                    (stream.pointee.next_out, stream.pointee.avail_out) = (place.baseAddress, UInt32(place.count))
                    isEnded = inflate(stream, Z_SYNC_FLUSH) == Z_STREAM_END
                    return place.count - Int(stream.pointee.avail_out)
                }
            }
            return Array(output.prefix(count))
        }
    }
}
