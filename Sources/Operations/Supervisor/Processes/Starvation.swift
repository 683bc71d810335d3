// SPDX-License-Identifier: MIT

import Foundation

/// Whether a silent process is slow because its machine is overloaded.
///
/// A process that hangs sleeps, and one that is suspended is stopped. One that is ready to run, or waits for a disk, on a machine
/// where tasks have waited for the processor or the disk most of the time, has had no chance to report. The kernel tells how long
/// tasks wait as pressure (https://docs.kernel.org/accounting/psi.html); without it no process counts as starved.
enum Starvation {
    /// How much of the last ten seconds some task must have waited, in percent.
    private static let limit = 50.0
    /// Of the machine, and of the group of processes where a container has a share of it.
    private static let pressureFiles = [
        "/proc/pressure/cpu", "/proc/pressure/io", "/sys/fs/cgroup/cpu.pressure", "/sys/fs/cgroup/io.pressure",
    ]

    /// Whether a process could not have reported.
    static func isStarved(_ pid: Int32) -> Bool {
        let isOverloaded = pressureFiles.contains { file in
            (try? String(contentsOfFile: file, encoding: .utf8)).flatMap(pressure).map { $0 > limit } ?? false
        }
        return isOverloaded && threadStates(of: pid).contains { isWaiting($0) }
    }

    /// The share of the last ten seconds in which some task waited, in percent, of a text such as
    /// `some avg10=12.34 avg60=1.00 avg300=0.00 total=5`.
    static func pressure(_ text: String) -> Double? {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }) else { return nil }
        return line.split(separator: " ").first { $0.hasPrefix("avg10=") }.flatMap { Double($0.dropFirst(6)) }
    }

    /// Whether a thread of this state (`man 5 proc`) is ready to run, or waits for a disk.
    static func isWaiting(_ state: Character) -> Bool { "RD".contains(state) }

    private static func threadStates(of pid: Int32) -> [Character] {
        let folder = "/proc/\(pid)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return threads.compactMap { thread in
            (try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)).flatMap(state)
        }
    }

    /// The state in the text of a thread's `stat`: after the name, which is in parentheses and may contain some.
    static func state(_ text: String) -> Character? {
        text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    }
}
