// SPDX-License-Identifier: MIT

import Glibc

/// How fast data are copied beside a running app: a piece, which is brought to the disk at once, then a pause.
///
/// The system writes buffered data of a copy in one go, and other processes that wait for the disk then wait for
/// all of it. The pause is as long as the piece has taken, times a factor: where the disk is slow or busy, it is longer.
/// Without other work there is none.
public struct CopyPace: Sendable {
    /// The longest pause: a copy comes to its end however busy the disk is.
    private static let longestPause: Duration = .milliseconds(250)

    /// How many bytes are copied between two pauses.
    let piece: Int
    private let rest: Double
    private let isNeeded: @Sendable () -> Bool
    private let wait: @Sendable (Duration) -> Void

    /// - Parameters:
    ///   - piece: How many bytes are copied between two pauses.
    ///   - rest: How long a pause is, by how long the piece before it took.
    ///   - isNeeded: Whether another process works that must not be delayed.
    ///   - wait: Waits.
    public init(
        piece: Int = 1 << 20,
        rest: Double = 1.5,
        isNeeded: @escaping @Sendable () -> Bool = { true },
        wait: @escaping @Sendable (Duration) -> Void
    ) {
        (self.piece, self.rest, self.isNeeded, self.wait) = (piece, rest, isNeeded, wait)
    }

    /// Rests after work that took so long.
    public func pause(after work: Duration) {
        guard isNeeded() else { return }
        wait(min(work * rest, Self.longestPause))
    }

    /// Brings what was just written to a place of a file to the disk, and rests.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - range: Where in it, in bytes.
    ///   - began: When the work on the piece began.
    public func settle(_ descriptor: Int32, _ range: Range<Int>, since began: ContinuousClock.Instant) {
        Self.writeBack(descriptor, range)
        pause(after: ContinuousClock().now - began)
    }

    /// Has a part of a file written to the disk, and waits for that; it is not for certain there before the file is synchronized.
    static func writeBack(_ descriptor: Int32, _ range: Range<Int>) {
        guard let writeRange else {
            fdatasync(descriptor)
            return
        }
        _ = writeRange(descriptor, off_t(range.lowerBound), off_t(range.count), 7)
    }

    private typealias WriteRange = @convention(c) (Int32, off_t, off_t, UInt32) -> Int32

    // `sync_file_range`, which needs no flush of the disk's own memory; the C library's module leaves it out. 7 is to wait for
    // what is being written, to write, and to wait for that.
    private static let writeRange: WriteRange? = dlsym(nil, "sync_file_range").map {
        unsafeBitCast($0, to: WriteRange.self)
    }
}
