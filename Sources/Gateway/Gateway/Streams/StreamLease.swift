// SPDX-License-Identifier: MIT

/// A resource that is freed when the lease is released: also if a response is dropped before its body
/// is written.
final class StreamLease: Sendable {
    private let giveBack: @Sendable () -> Void

    init(_ giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }

    deinit { giveBack() }
}
