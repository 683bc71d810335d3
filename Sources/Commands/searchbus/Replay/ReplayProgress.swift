// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A line on a terminal that tells how many searches are made; nothing where there is no terminal, or there are few.
struct ReplayProgress {
    /// So many are made in a moment.
    private static let few = 2_000

    private let total: Int
    private let terminal: Terminal?

    init(total: Int, terminal: Terminal?) {
        self.total = total
        self.terminal = terminal.flatMap { $0.isInteractive && total > Self.few ? $0 : nil }
    }

    func show(_ count: Int) {
        terminal?.write("\r\u{1b}[K\(Quantity.count(count)) of \(Quantity.count(total)) searches")
    }

    func clear() { terminal?.write("\r\u{1b}[K") }
}
