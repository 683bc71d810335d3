// SPDX-License-Identifier: MIT

import Foundation

/// What tells one file from another that took its name.
struct FileIdentity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64
    let size: Int
    let modified: Duration

    init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt64(bitPattern: Int64(status.st_dev))
        number = UInt64(status.st_ino)
        size = Int(status.st_size)
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        modified = .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
