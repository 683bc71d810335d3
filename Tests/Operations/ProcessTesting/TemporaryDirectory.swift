// SPDX-License-Identifier: MIT

import Foundation

/// Makes a new directory, with a short path since it may contain sockets.
public func makeTemporaryDirectory() throws -> String {
    let path = "/tmp/sbt-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    return path
}

/// Removes a directory with its contents.
public func removeDirectory(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
}
