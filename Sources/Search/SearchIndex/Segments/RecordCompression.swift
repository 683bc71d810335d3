// SPDX-License-Identifier: MIT

import CZstd
import Synchronization
import Wire

/// How records are compressed: each on its own, so that one is read without others, with a dictionary of what they share.
///
/// It may be shared between threads.
final class RecordCompression: @unchecked Sendable {
    /// How much of the first records a dictionary is made of, and how large it is.
    static let sampleSize = 1 << 20
    private static let dictionarySize = 48 << 10
    private static let level: Int32 = 3
    /// What every frame of Zstandard begins with, which is not kept with each record; the rest of a frame never starts with its first byte.
    private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// The fewest records that a dictionary is worth.
    static let fewestSamples = 200

    /// The dictionary's bytes; none where records are compressed without.
    let bytes: [UInt8]
    private let compressing: OpaquePointer?
    private let decompressing: OpaquePointer?
    /// Contexts that no thread uses now.
    private let contexts = Mutex<[Context]>([])

    private struct Context: @unchecked Sendable { let pointer: OpaquePointer }

    init(dictionary bytes: [UInt8]) {
        self.bytes = bytes
        compressing = bytes.isEmpty ? nil : ZSTD_createCDict(bytes, bytes.count, RecordCompression.level)
        decompressing = bytes.isEmpty ? nil : ZSTD_createDDict(bytes, bytes.count)
    }

    /// Makes a dictionary of records like those that will be compressed; none where they are too few or share nothing.
    convenience init(samples: [[UInt8]]) {
        guard samples.count >= RecordCompression.fewestSamples else {
            self.init(dictionary: [])
            return
        }
        let dictionary = [UInt8](unsafeUninitializedCapacity: RecordCompression.dictionarySize) { buffer, count in
            let size = ZDICT_trainFromBuffer(
                buffer.baseAddress,
                buffer.count,
                Array(samples.joined()),
                samples.map(\.count),
                UInt32(clamping: samples.count)
            )
            count = ZDICT_isError(size) == 0 ? size : 0
        }
        self.init(dictionary: dictionary)
    }

    deinit {
        ZSTD_freeCDict(compressing)
        ZSTD_freeDDict(decompressing)
        contexts.withLock { for context in $0 { ZSTD_freeDCtx(context.pointer) } }
    }

    final class Compressor {
        private let compression: RecordCompression
        private let context = ZSTD_createCCtx()
        private var buffer: [UInt8] = []

        init(_ compression: RecordCompression) {
            self.compression = compression
            ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, RecordCompression.level)
            // Lengths are kept beside each record, and which dictionary it is with the segment.
            ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)
            ZSTD_CCtx_setParameter(context, ZSTD_c_dictIDFlag, 0)
            if let dictionary = compression.compressing { ZSTD_CCtx_refCDict(context, dictionary) }
        }

        deinit { ZSTD_freeCCtx(context) }

        /// Appends a record: how many bytes it takes, how many it has, and its bytes.
        func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
            let bound = ZSTD_compressBound(text.count)
            if buffer.count < bound { buffer = [UInt8](repeating: 0, count: bound) }
            let size = ZSTD_compress2(context, &buffer, buffer.count, text.baseAddress, text.count)
            let isFrame =
                ZSTD_isError(size) == 0 && size <= buffer.count && buffer.starts(with: RecordCompression.magic)
            let frame = isFrame ? buffer[RecordCompression.magic.count..<size] : []
            let isUsable = isFrame && frame.count < text.count
            VariableLength.write(UInt64(isUsable ? frame.count : text.count), to: &output)
            // A record that does not shrink is kept as it is, which its length tells.
            VariableLength.write(UInt64(text.count), to: &output)
            if isUsable { output.append(contentsOf: frame) } else { output.append(contentsOf: text) }
        }
    }

    /// The text of the record that begins at a place of all records; `nil` where its bytes are damaged.
    func record(in bytes: UnsafeRawBufferPointer, at offset: Int) -> [UInt8]? {
        guard offset >= 0, offset < bytes.count else { return nil }
        var position = offset
        let size = VariableLength.read(bytes, &position)
        let length = VariableLength.read(bytes, &position)
        guard length <= UInt64(Record.largest), size <= UInt64(bytes.count - position) else { return nil }
        let packed = UnsafeRawBufferPointer(rebasing: bytes[position..<position + Int(size)])
        guard size != length else { return Array(packed) }
        guard let context = contexts.withLock({ $0.popLast() }) ?? ZSTD_createDCtx().map(Context.init) else {
            return nil
        }
        defer { contexts.withLock { $0.append(context) } }
        // Segments of version 1 keep whole frames.
        let isWhole = packed.starts(with: RecordCompression.magic)
        let frame = isWhole ? Array(packed) : RecordCompression.magic + packed
        let text = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
            let size =
                decompressing.map {
                    ZSTD_decompress_usingDDict(
                        context.pointer,
                        buffer.baseAddress,
                        buffer.count,
                        frame,
                        frame.count,
                        $0
                    )
                } ?? ZSTD_decompressDCtx(context.pointer, buffer.baseAddress, buffer.count, frame, frame.count)
            count = ZSTD_isError(size) == 0 ? size : 0
        }
        return text.count == Int(length) ? text : nil
    }

    /// How many bytes the record takes that begins with some bytes.
    static func needed(in bytes: UnsafeRawBufferPointer) -> Int {
        var position = 0
        let size = VariableLength.read(bytes, &position)
        _ = VariableLength.read(bytes, &position)
        return position + Int(min(size, UInt64(Record.largest)))
    }

    /// How many bytes the record at a place takes; `nil` where it does not lie within.
    static func length(in bytes: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        guard offset >= 0, offset < bytes.count else { return nil }
        var position = offset
        let size = VariableLength.read(bytes, &position)
        _ = VariableLength.read(bytes, &position)
        guard size <= UInt64(bytes.count - position) else { return nil }
        return position + Int(size) - offset
    }
}
