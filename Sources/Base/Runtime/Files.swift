// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// Reading, replacing and synchronizing files.
public enum Files {
    // MARK: Replacing

    /// Replaces a file by what the closure writes beside it, in one step.
    ///
    /// Readers find the old version or the new one, whole, also after a crash or a power loss. One writer at a time writes a path;
    /// others wait for it. What a killed writer leaves, `PATH.partial`, the next one takes over. An error after the new version got
    /// its name leaves the new version in place: it may be lost in a power loss, nothing else.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - isPrivate: Whether only the owner may read it; otherwise it keeps its mode, and a new file has that of the umask.
    ///   - isDurable: Whether to wait until file and name are on the disk; without, a power loss may leave an empty file.
    ///   - body: Writes the content.
    /// - Returns: What the closure returns.
    /// - Throws: What the closure throws; `SearchBusError` with `storage-full` or `storage-failed`.
    public static func replace<Value>(
        _ path: String,
        isPrivate: Bool = true,
        isDurable: Bool = true,
        _ body: (FileDraft) throws -> Value
    ) throws -> Value {
        let draft = try FileDraft(of: path, isPrivate: isPrivate)
        defer { draft.close() }
        let value: Value
        do {
            value = try body(draft)
            try draft.putIntoPlace(isDurable: isDurable)
        } catch {
            unlink(draft.path)
            throw error
        }
        if isDurable { try synchronize(folderOf: path) }
        return value
    }

    /// Replaces a file by some bytes; see the other `replace`.
    public static func replace(
        _ path: String,
        with bytes: [UInt8],
        isPrivate: Bool = true,
        isDurable: Bool = true
    ) throws {
        try replace(path, isPrivate: isPrivate, isDurable: isDurable) { try $0.write(bytes) }
    }

    /// Waits until a file, or what a folder names, is on the disk.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    public static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("\(path) cannot be opened") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure("\(path) cannot be brought to the disk") }
    }

    /// Waits until the names in the folder of a path are on the disk.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    public static func synchronize(folderOf path: String) throws {
        try synchronize(path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }

    // MARK: Reading

    /// Reads a file, of which no more than so many bytes and some are taken.
    ///
    /// - Throws: `SearchBusError` with `storage-failed`.
    public static func read(_ path: String, limit: Int = .max) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("\(path) cannot be read") }
        defer { close(descriptor) }
        return try read(descriptor, path, limit: limit)
    }

    /// Reads an open file from its position; see the other `read`.
    static func read(_ descriptor: Int32, _ path: String, limit: Int) throws -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while content.count <= limit {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("\(path) cannot be read") }
            guard count > 0 else { break }
            content += buffer[..<count]
        }
        return content
    }

    // MARK: Directories

    /// Makes a directory for its owner alone, and those that it is in; one that is there keeps its mode.
    ///
    /// - Throws: `SearchBusError` with `data-directory-unusable`.
    public static func makeDirectory(_ path: String) throws {
        var (made, error) = ("", EEXIST)
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += made.isEmpty && part.isEmpty ? "/" : (made.hasSuffix("/") || made.isEmpty ? "" : "/") + part
            if mkdir(made, 0o700) != 0, error == EEXIST { error = errno }
        }
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else { return }
        let reason = String(cString: strerror(error))
        throw SearchBusError(.dataDirectoryUnusable, "The directory \(path) cannot be created: \(reason).")
    }

    // MARK: Errors

    /// The error for a system call that has just failed.
    public static func failure(_ what: String) -> SearchBusError {
        let number = errno
        let code: ErrorCode = [ENOSPC, EDQUOT, EFBIG].contains(number) ? .storageFull : .storageFailed
        return SearchBusError(code, "\(what): \(String(cString: strerror(number))).")
    }
}

/// The next version of a file while it is written.
public struct FileDraft {
    private let descriptor: Int32
    private let target: String
    let path: String

    init(of target: String, isPrivate: Bool) throws {
        let path = "\(target).partial"
        while true {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
            guard descriptor >= 0 else { throw Self.failure(target) }
            do {
                guard FileLock.take(descriptor, .unlimited) else { throw Self.failure(path) }
                // The writer before may have renamed or removed it.
                guard FileLock.isInPlace(descriptor, path) else {
                    Glibc.close(descriptor)
                    continue
                }
                try Self.empty(descriptor, target, isPrivate: isPrivate)
            } catch {
                unlink(path)
                Glibc.close(descriptor)
                throw error
            }
            (self.descriptor, self.target, self.path) = (descriptor, target, path)
            return
        }
    }

    /// Removes what a killed writer has written, and sets the mode.
    private static func empty(_ descriptor: Int32, _ target: String, isPrivate: Bool) throws {
        guard ftruncate(descriptor, 0) == 0 else { throw failure(target) }
        var known = stat()
        guard isPrivate || stat(target, &known) == 0 else { return }
        guard fchmod(descriptor, isPrivate ? 0o600 : known.st_mode & 0o777) == 0 else { throw failure(target) }
    }

    /// Appends bytes.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`.
    public func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.failure(target) }
            rest = rest.dropFirst(count)
        }
    }

    func putIntoPlace(isDurable: Bool) throws {
        guard !isDurable || fsync(descriptor) == 0, rename(path, target) == 0 else { throw Self.failure(target) }
    }

    func close() { Glibc.close(descriptor) }

    private static func failure(_ path: String) -> SearchBusError { Files.failure("\(path) cannot be written") }
}
