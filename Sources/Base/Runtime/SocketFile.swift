// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// The file of a listening socket: only its owner and its group may connect.
public struct SocketFile: Sendable, Hashable {
    public let path: String

    public init(path: String) { self.path = path }

    /// Makes sure that the path is free: a dead socket may be replaced, anything else may not.
    ///
    /// - Throws: `SearchBusError` with `address-in-use` where a program answers, with `invalid-argument` for another file.
    public func checkFree() throws {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw SearchBusError(
                .invalidArgument,
                "`\(path)` exists, and is not a socket.",
                remedy: "Remove it, or choose another path with --listen."
            )
        }
        guard !isAnswered else {
            throw SearchBusError(.addressInUse, "Another program listens on unix:\(path).")
        }
    }

    /// Whether a program takes connections there.
    public var isAnswered: Bool {
        // A queue of connections that is full has a program behind it; without descriptors nothing is known.
        guard let connection = connection() else { return [EAGAIN, EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(errno) }
        close(connection)
        return true
    }

    /// Connects to the socket, without waiting; `nil` where that fails, with the reason in `errno`.
    ///
    /// The descriptor never blocks; its user closes it.
    public func connection() -> Int32? { descriptor { Glibc.connect($0, $1, $2) } }

    /// Listens on the path, where no file may be.
    ///
    /// - Parameter backlog: How many connections may wait to be taken.
    /// - Returns: A descriptor, which never blocks and which its user closes; `nil` where that fails, with the reason in `errno`.
    public func listener(backlog: Int32) -> Int32? {
        descriptor { bind($0, $1, $2) == 0 ? listen($0, backlog) : -1 }
    }

    /// A socket that something is done with for the path, which answers 0 for success.
    private func descriptor(_ open: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32? {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let file = socket(AF_UNIX, kind, 0)
        guard file >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { place in
            // One byte stays zero and ends the path.
            place.copyBytes(from: Array(path.utf8).prefix(place.count - 1))
        }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                open(file, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result != 0 else { return file }
        let reason = errno
        close(file)
        errno = reason
        return nil
    }

    /// Grants access to the group, and to no other user.
    ///
    /// - Throws: `SearchBusError` where the file's mode cannot be set.
    public func protect() throws {
        guard chmod(path, 0o660) == 0 else {
            throw SearchBusError(
                .notPermitted,
                "The mode of `\(path)` cannot be set: \(String(cString: strerror(errno)))."
            )
        }
    }

    /// Removes the file, if it exists.
    ///
    /// - Throws: `SearchBusError` with `storage-failed`.
    public func remove() throws {
        guard unlink(path) == 0 || errno == ENOENT else { throw Files.failure("The socket \(path) cannot be removed") }
    }
}
