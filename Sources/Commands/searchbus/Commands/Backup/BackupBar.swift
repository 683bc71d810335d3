// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backup

/// A line on a terminal that tells how far a backup has got; nothing where there is no terminal.
struct BackupBar {
    private static let interval: Duration = .milliseconds(100)

    private let clock = ContinuousClock()
    private var drawnAt: ContinuousClock.Instant?
    private var bar: ProgressBar

    init(title: String, terminal: Terminal?) {
        bar = ProgressBar(title: title, total: nil, terminal: terminal, began: clock.now)
    }

    mutating func show(_ progress: BackupMaker.Progress) {
        if let drawnAt, clock.now - drawnAt < Self.interval { return }
        drawnAt = clock.now
        bar.showWork(Self.words(progress))
    }

    mutating func clear() { bar.clear() }

    /// What is being done.
    static func words(_ progress: BackupMaker.Progress) -> String {
        switch progress {
        case .log(let bytes, let total): "log: \(Quantity.bytes(bytes)) of \(Quantity.bytes(total))"
        case .index(let name): "index \(name)"
        case .checking(let events, let total): "events: \(Quantity.count(events)) of \(Quantity.count(total))"
        }
    }
}
