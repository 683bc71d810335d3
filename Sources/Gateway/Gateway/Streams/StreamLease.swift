// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Something that is given back when nobody holds the lease any more: also where a response is dropped before its body
/// is written.
final class StreamLease: Sendable {
    private let giveBack: @Sendable () -> Void

    init(_ giveBack: @escaping @Sendable () -> Void) {
        self.giveBack = giveBack
    }

    deinit { giveBack() }
}
