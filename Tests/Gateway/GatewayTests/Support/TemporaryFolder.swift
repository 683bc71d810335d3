// SPDX-License-Identifier: MIT

import Bus
import Foundation

/// A folder that is removed when its last reference is released.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "gateway-\(Identifier.make())"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
