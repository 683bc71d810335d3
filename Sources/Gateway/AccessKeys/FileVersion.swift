// SPDX-License-Identifier: MIT

import Glibc

/// The version of the file at a path: it differs after each change that moves a file there.
public struct FileVersion: Sendable, Hashable {
    private let device: UInt64
    private let file: UInt64
    private let changed: [Int]

    /// The current version; `nil` without a file.
    public init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(status.st_dev)
        file = UInt64(status.st_ino)
        changed = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size), Int(status.st_mode)]
    }
}
