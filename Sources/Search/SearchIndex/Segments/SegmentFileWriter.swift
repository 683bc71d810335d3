// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Writes the file of a segment, section after section.
///
/// It belongs to one thread. The file is good for nothing before `finish`, which brings it to the disk.
final class SegmentFileWriter {
    private static let bufferSize = 1 << 20

    private let file: DiskFile
    private let indexName: String
    private var buffer: [UInt8] = []
    /// How many bytes of the file were handed to the system.
    private var written = 0
    private var entries: [(name: String, range: Range<Int>, checksum: UInt64)] = []
    private var section: (name: String, start: Int)?
    private var checksum = Checksum()

    /// Starts a file that is not there yet.
    init(_ name: String, in folder: IndexFolder) throws {
        indexName = folder.name
        guard let file = folder.disk.open(folder.file(name), O_WRONLY | O_CREAT | O_EXCL) else {
            throw StorageFailure.system("make a segment of index `\(folder.name)`")
        }
        self.file = file
        buffer.reserveCapacity(SegmentFileWriter.bufferSize + 4_096)
        buffer.append(contentsOf: repeatElement(0, count: SegmentFile.headerLength))
    }

    private var position: Int { written + buffer.count }

    /// Begins a section; the one before it ends.
    func begin(_ name: String) throws {
        endSection()
        let spare = position % SegmentFile.alignment
        if spare > 0 { buffer.append(contentsOf: repeatElement(0, count: SegmentFile.alignment - spare)) }
        try flush()
        section = (name, position)
        checksum = Checksum()
    }

    func append(_ bytes: UnsafeRawBufferPointer) throws {
        checksum.add(bytes)
        if bytes.count >= SegmentFileWriter.bufferSize {
            try flush()
            try write(bytes)
            return
        }
        buffer.append(contentsOf: bytes)
        if buffer.count >= SegmentFileWriter.bufferSize { try flush() }
    }

    func append(_ bytes: [UInt8]) throws { try bytes.withUnsafeBytes(append) }

    @inline(__always)
    func append<Number: FixedWidthInteger>(_ number: Number) throws {
        try withUnsafeBytes(of: number.littleEndian) { try append($0) }
    }

    func write<Number: FixedWidthInteger>(_ name: String, _ numbers: [Number]) throws {
        try begin(name)
        try numbers.withUnsafeBytes(append)
    }

    func write(_ name: String, bytes: [UInt8]) throws {
        try begin(name)
        try append(bytes)
    }

    private func endSection() {
        guard let (name, start) = section else { return }
        entries.append((name, start..<position, checksum.value))
        section = nil
    }

    /// Writes table and header, waits until all is on the disk where that is wanted, and answers how many bytes there are.
    func finish(isDurable: Bool = true) throws -> Int {
        endSection()
        let table = JSON.object(
            JSONObject(
                entries.map { entry in
                    let sum = String(entry.checksum, radix: 16)
                    return (entry.name, [JSON(entry.range.lowerBound), JSON(entry.range.count), .string(sum)])
                }
            )
        ).bytes
        let place = position
        buffer.append(contentsOf: table)
        try flush()
        var header: [UInt8] = []
        func put<Number: FixedWidthInteger>(_ number: Number) {
            withUnsafeBytes(of: number.littleEndian) { header.append(contentsOf: $0) }
        }
        put(SegmentFile.magic)
        put(SegmentFile.version)
        put(SegmentFile.complement(of: SegmentFile.version))
        put(UInt64(place))
        put(UInt64(table.count))
        put(table.withUnsafeBytes(Checksum.of))
        guard file.writeStart(header), !isDurable || file.synchronize() else { throw failure }
        return place + table.count
    }

    private var failure: SearchBusError { StorageFailure.system("write a segment of index `\(indexName)`") }

    private func flush() throws {
        try buffer.withUnsafeBytes(write)
        buffer.removeAll(keepingCapacity: true)
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws {
        guard file.write(bytes) else { throw failure }
        written += bytes.count
    }
}
