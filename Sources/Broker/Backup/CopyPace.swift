// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// How fast a database is copied whose writer is at work: some pages, then a pause, so that appends hardly notice.
public struct CopyPace: Sendable {
    /// How many pages are copied at a time.
    public let pages: Int
    /// How long the pause after them is, by how long they took.
    public let rest: Double
    /// Waits.
    private let wait: @Sendable (Duration) -> Void

    public init(pages: Int = 32, rest: Double = 3, wait: @escaping @Sendable (Duration) -> Void) {
        (self.pages, self.rest, self.wait) = (pages, rest, wait)
    }

    /// Rests after work that took so long.
    func pause(after work: Duration) { wait(work * rest) }
}
