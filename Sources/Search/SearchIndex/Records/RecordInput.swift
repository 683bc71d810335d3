// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// Where the bytes of records come from: a file, or a pipe that can be read once.
///
/// Input that is read twice is kept in a temporary file, unless it comes from a file.
final class RecordInput {
    /// How many bytes are read at once.
    static let chunkSize = 256 << 10

    /// What messages call it.
    let name: String
    private var read: () throws -> [UInt8]
    /// The file that can be read again; `nil` for what comes but once.
    private var descriptor: Int32?
    /// Where in the file the first byte is.
    private var start: off_t = 0
    /// What is kept of bytes that come but once.
    private var copy: FileHandle?
    /// How the text is encoded; `nil` where its first bytes say it.
    var encoding: TextEncoding?
    private var decoder: TextDecoder?

    /// Takes bytes that come but once.
    init(name: String, read: @escaping () throws -> [UInt8]) {
        self.name = name
        self.read = read
    }

    convenience init(name: String, file: FileHandle) {
        let descriptor = file.fileDescriptor
        self.init(name: name) {
            try withExtendedLifetime(file) { try RecordInput.chunk(of: descriptor, name: name) }
        }
        var status = stat()
        let position = lseek(descriptor, 0, SEEK_CUR)
        guard position >= 0, fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        self.descriptor = descriptor
        start = position
    }

    /// The next chunk; an empty one at the end.
    func next() throws -> [UInt8] {
        let chunk = try decoded(read())
        if let copy { try keep(chunk, in: copy) }
        return chunk
    }

    /// A chunk as UTF-8; only the end of the file becomes an empty one.
    private func decoded(_ chunk: [UInt8]) throws -> [UInt8] {
        var chunk = chunk
        if decoder == nil {
            // A pipe may give a byte at a time.
            while chunk.count < 2 || chunk.count < Self.chunkSize && TextDecoder.endsLineWithReturn(chunk) == nil {
                let more = try read()
                guard !more.isEmpty else { break }
                chunk += more
            }
            if let foreign = ForeignFile(first: chunk) {
                throw SearchBusError(.invalidRecord, "\(name) is \(foreign.name).", remedy: foreign.remedy)
            }
            let decoder = TextDecoder(encoding, first: chunk)
            // Places in the file are not those in the text.
            if !decoder.keepsSizes { descriptor = nil }
            self.decoder = decoder
        }
        guard decoder?.isIdentity == false else { return chunk }
        while !chunk.isEmpty {
            if let text = decoder?.decode(chunk), !text.isEmpty { return text }
            chunk = try read()
        }
        return []
    }

    /// Makes sure that the bytes from here on can be read again.
    ///
    /// - Parameter rest: The bytes that were read already and count as well.
    /// - Throws: `SearchBusError.storageFailed` where no temporary file can be made.
    func keep(from rest: some Collection<UInt8>) throws {
        guard descriptor == nil else {
            start = lseek(descriptor ?? -1, 0, SEEK_CUR) - off_t(rest.count)
            return
        }
        var path = Array((NSTemporaryDirectory() + "/searchbus-XXXXXX").utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw StorageFailure.system("make a temporary file for \(name)") }
        // It is deleted when it is closed, however the process ends.
        unlink(path)
        let copy = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.copy = copy
        try keep(Array(rest), in: copy)
    }

    /// Goes back to the first byte that is kept.
    func rewind() throws {
        if let copy {
            self.copy = nil
            let (descriptor, name) = (copy.fileDescriptor, name)
            read = { try withExtendedLifetime(copy) { try RecordInput.chunk(of: descriptor, name: name) } }
            self.descriptor = descriptor
            start = 0
            // The copy is of text.
            decoder = TextDecoder(.utf8, first: [])
        }
        guard let descriptor, lseek(descriptor, start, SEEK_SET) == start else {
            throw StorageFailure.system("read \(name) again")
        }
    }

    private func keep(_ bytes: [UInt8], in file: FileHandle) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(file.fileDescriptor, $0.baseAddress, $0.count) }
            guard written > 0 || errno == EINTR else { throw StorageFailure.system("keep a copy of \(name)") }
            rest = rest.dropFirst(max(0, written))
        }
    }

    private static func chunk(of descriptor: Int32, name: String) throws -> [UInt8] {
        var failed = false
        let chunk = [UInt8](unsafeUninitializedCapacity: chunkSize) { buffer, count in
            var result: Int
            repeat {
                result = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            failed = result < 0
            count = max(0, result)
        }
        if failed { throw StorageFailure.system("read \(name)") }
        return chunk
    }
}
