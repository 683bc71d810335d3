// SPDX-License-Identifier: MIT

import Glibc

/// What tells one version of a file from the next without reading it.
public struct FileStamp: Sendable, Hashable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int
    private let inode: UInt

    public var text: String { "\(seconds).\(nanoseconds)-\(size)-\(inode)" }

    /// Looks at a file; `nil` if it is missing or not a file.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
        size = Int(status.st_size)
        inode = UInt(status.st_ino)
    }
}
