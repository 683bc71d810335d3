// SPDX-License-Identifier: MIT

import Foundation

/// Runs work on a thread of its own, which may wait.
func detachThread(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread(block: work)
    thread.name = "postgresql"
    thread.start()
}
