// SPDX-License-Identifier: MIT

import SearchIndex

/// How far an import has got, over all its files.
struct ImportProgress: Sendable, Hashable {
    var bytes = 0
    var records = 0
    var skipped = 0

    /// This progress with that in another file added.
    func adding(_ other: RecordReader.Progress) -> ImportProgress {
        ImportProgress(
            bytes: bytes + other.bytes,
            records: records + other.records,
            skipped: skipped + other.skipped
        )
    }
}

/// A line on a terminal that tells how far an import has got; nothing where there is no terminal.
struct ProgressBar {
    private static let interval: Duration = .milliseconds(100)
    private static let barWidth = 24

    private let title: String
    private let total: Int?
    private let terminal: Terminal?
    private let began: ContinuousClock.Instant
    private var drawnAt: ContinuousClock.Instant?
    private var isDrawn = false

    init(title: String, total: Int?, terminal: Terminal?, began: ContinuousClock.Instant) {
        self.title = title
        self.total = total
        self.terminal = terminal?.isInteractive == true ? terminal : nil
        self.began = began
    }

    mutating func show(_ progress: ImportProgress, now: ContinuousClock.Instant) {
        guard let terminal else { return }
        if let drawnAt, now - drawnAt < Self.interval { return }
        drawnAt = now
        draw(Self.line(title: title, progress, total: total, elapsed: now - began), on: terminal)
    }

    /// Draws a line about work of unknown length.
    mutating func showWork(_ text: String) {
        guard let terminal else { return }
        draw("\(title)  \(text) …", on: terminal)
    }

    mutating func clear() {
        guard let terminal, isDrawn else { return }
        isDrawn = false
        terminal.write("\r\u{1b}[K")
    }

    private mutating func draw(_ line: String, on terminal: Terminal) {
        isDrawn = true
        terminal.write("\r\u{1b}[K\(line.prefix((terminal.width ?? 80) - 1))")
    }

    /// The line: a bar and the time left where the size is known, the records and their rate always.
    static func line(title: String, _ progress: ImportProgress, total: Int?, elapsed: Duration) -> String {
        let seconds = elapsed / .seconds(1)
        let rate = seconds > 0 ? Int(Double(progress.records) / seconds) : 0
        let counts = "\(Quantity.count(progress.records)) records  \(Quantity.count(rate))/s"
        guard let total, total > 0 else { return "\(title)  \(counts)" }
        let share = min(1, Double(progress.bytes) / Double(total))
        let filled = Int(share * Double(barWidth))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
        let left = share > 0 ? Quantity.time(seconds: Int((seconds / share * (1 - share)).rounded(.up))) : "some time"
        return "\(title)  \(bar) \(Int(share * 100)) %  \(counts)  \(left) left"
    }
}

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
