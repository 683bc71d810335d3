// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchIndex

/// A line on a terminal that tells how far the reading of an index has got; nothing where there is no terminal.
struct ReadingBar {
    private let title: String
    private let terminal: Terminal?
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    private var bar: ProgressBar?

    init(title: String, terminal: Terminal?) {
        (self.title, self.terminal) = (title, terminal)
        began = clock.now
    }

    /// How long it has taken by now, in seconds.
    var seconds: Double { (clock.now - began) / .seconds(1) }

    mutating func show(_ progress: IndexVerification.Progress) {
        var bar = self.bar ?? ProgressBar(title: title, total: progress.totalBytes, terminal: terminal, began: began)
        bar.show(ImportProgress(bytes: progress.bytes, records: progress.records), now: clock.now)
        self.bar = bar
    }

    mutating func clear() { bar?.clear() }
}
