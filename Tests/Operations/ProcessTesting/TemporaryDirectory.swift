// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation

/// Makes a new directory; short, as sockets may live in it.
public func makeTemporaryDirectory() throws -> String {
    let path = "/tmp/sbt-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return path
}

/// Removes a directory with all that is in it.
public func removeDirectory(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}
