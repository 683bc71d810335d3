// SPDX-License-Identifier: MIT

import Foundation

/// The file operations that indexes are stored with.
///
/// Every call whose failure an index must survive goes through it, so that tests can make any one of them fail. Like the system's own
/// calls, each answers whether it succeeded and leaves the reason in `errno`. It may be used from any thread.
final class Disk: Sendable {
    enum Call: Sendable, CaseIterable {
        case open, read, write, sync, rename, link, remove, makeDirectory, list, map
    }

    static let system = Disk()

    /// The error number with which a call on a path fails instead of being made; `nil` where it is made.
    private let failure: (@Sendable (Call, String) -> Int32?)?

    /// Makes a disk whose calls fail where the closure gives an error number.
    init(failure: (@Sendable (Call, String) -> Int32?)? = nil) { self.failure = failure }

    /// Whether to make a call; sets `errno` if not.
    fileprivate func permits(_ call: Call, _ path: String) -> Bool {
        guard let number = failure?(call, path) else { return true }
        errno = number
        return false
    }

    /// Opens a file; new files can be read and written by the owner alone, whatever the umask.
    func open(_ path: String, _ flags: Int32) -> DiskFile? {
        guard permits(.open, path) else { return nil }
        let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o600)
        return descriptor < 0 ? nil : DiskFile(descriptor, path, self)
    }

    func read(_ path: String) -> [UInt8]? {
        guard let file = open(path, O_RDONLY), let size = file.size else { return nil }
        return file.read(0..<size)
    }

    func rename(_ path: String, to target: String) -> Bool {
        permits(.rename, target) && Foundation.rename(path, target) == 0
    }

    func link(_ path: String, to target: String) -> Bool {
        permits(.link, target) && Foundation.link(path, target) == 0
    }

    @discardableResult
    func remove(_ path: String) -> Bool { permits(.remove, path) && unlink(path) == 0 }

    /// Makes a directory for the owner alone, and the directories that it is in; answers `true` where it is there already.
    func makeDirectory(_ path: String) -> Bool {
        guard permits(.makeDirectory, path) else { return false }
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        let parent = (path as NSString).deletingLastPathComponent
        guard errno == ENOENT, !parent.isEmpty, parent != path, makeDirectory(parent) else { return false }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }

    func list(_ path: String) -> [String]? {
        guard permits(.list, path) else { return nil }
        return try? FileManager.default.contentsOfDirectory(atPath: path)
    }

    /// Waits until what a directory names is on the disk.
    func synchronize(_ path: String) -> Bool { open(path, O_RDONLY)?.synchronize() ?? false }
}

/// An open file of a `Disk`, closed when the last reference goes.
///
/// Its position belongs to one thread; reading at a position may be done from any.
final class DiskFile: Sendable {
    let descriptor: Int32
    /// Where it was when it was opened.
    let path: String
    private let disk: Disk

    fileprivate init(_ descriptor: Int32, _ path: String, _ disk: Disk) {
        (self.descriptor, self.path, self.disk) = (descriptor, path, disk)
    }

    deinit { close(descriptor) }

    var size: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Writes bytes at the end of what was written.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard disk.permits(.write, path) else { return false }
        var rest = bytes
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Writes bytes over those at the start.
    func writeStart(_ bytes: [UInt8]) -> Bool {
        disk.permits(.write, path) && pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    }

    /// Waits until what was written is on the disk.
    func synchronize() -> Bool { disk.permits(.sync, path) && fsync(descriptor) == 0 }

    /// Reads bytes, fewer where the file ends before; `nil` where it cannot be read.
    func read(_ range: Range<Int>) -> [UInt8]? {
        guard disk.permits(.read, path) else { return nil }
        var hasFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let start = buffer.baseAddress.map { $0 + count }
                let read = pread(descriptor, start, range.count - count, off_t(range.lowerBound + count))
                if read < 0, errno == EINTR { continue }
                hasFailed = read < 0
                guard read > 0 else { return }
                count += read
            }
        }
        return hasFailed ? nil : bytes
    }

    func map(_ size: Int) -> UnsafeRawBufferPointer? {
        guard disk.permits(.map, path), let address = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0),
            address != MAP_FAILED
        else { return nil }
        return UnsafeRawBufferPointer(start: address, count: size)
    }
}
