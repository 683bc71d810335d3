// SPDX-License-Identifier: MIT

import Glibc

/// The file of a socket that this process listens on, and whether it is still the one that was bound.
///
/// Clients reach a listening socket by its file. If the file was removed or replaced, the socket still listens, but
/// no client can connect.
public struct SocketWatch: Sendable, Hashable {
    /// What is at the path.
    public enum Finding: Sendable, Hashable {
        case inPlace
        /// No file, or one that no program listens on: the socket may be bound again.
        case missing
        /// A file that another program listens on.
        case taken
        /// The path cannot be read, as for lack of permission.
        case unreadable(errno: Int32)
    }

    public let file: SocketFile
    private var device: dev_t = 0
    private var inode: ino_t = 0

    /// Watches a file, which was just bound.
    public init(_ file: SocketFile) {
        self.file = file
        noteBound()
    }

    /// Remembers the file at the path as the one that was bound.
    public mutating func noteBound() {
        var status = stat()
        (device, inode) = lstat(file.path, &status) == 0 ? (status.st_dev, status.st_ino) : (0, 0)
    }

    /// Looks at the path; a socket that is not the bound one is connected to.
    public func look() -> Finding {
        var status = stat()
        guard lstat(file.path, &status) == 0 else {
            return [ENOENT, ENOTDIR].contains(errno) ? .missing : .unreadable(errno: errno)
        }
        if status.st_dev == device, status.st_ino == inode { return .inPlace }
        return file.isAnswered ? .taken : .missing
    }
}
