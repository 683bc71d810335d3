// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Supervisor
import Wire

/// What was measured, on which machine, and when: figures without it say nothing later.
public struct Provenance: Sendable, Hashable {
    /// The commit that the executables were built from, as far as their folder tells; with `-dirty` where files were changed.
    public let commit: String
    /// Processor, memory, kernel.
    public let machine: String
    public let date: String

    init(executables: String) {
        let git = try? Script.run(
            "/usr/bin/env",
            ["git", "-C", executables, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
        )
        let found = git.map { $0.code == 0 ? $0.output : "" }?.split(separator: "\n").first.map(String.init)
        let processors = (try? Files.read("/proc/cpuinfo")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let memory = (try? Files.read("/proc/meminfo")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        var system = utsname()
        uname(&system)
        let release = withUnsafeBytes(of: &system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        self.init(
            commit: found ?? "unknown",
            machine: Self.machine(
                processors: processors,
                count: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
                memory: memory,
                release: release
            ),
            date: Timestamp.now().description
        )
    }

    init(commit: String, machine: String, date: String) {
        self.commit = commit
        self.machine = machine
        self.date = date
    }

    static func machine(processors: String, count: Int, memory: String, release: String) -> String {
        func value(_ key: String, in text: String) -> String? {
            text.split(separator: "\n").first { $0.hasPrefix(key) }?.split(separator: ":", maxSplits: 1).last
                .map { $0.split(separator: " ").joined(separator: " ") }
        }
        let model = value("model name", in: processors) ?? "processor of an unknown kind"
        let bytes = value("MemTotal", in: memory)?.split(separator: " ").first.flatMap { Double($0) }.map { $0 * 1024 }
        let size = bytes.map { ", \(ReportText.text($0, .bytes))" } ?? ""
        return "\(count) × \(model)\(size), Linux \(release)"
    }

    public var lines: [String] { ["commit \(commit)", machine, date] }
}
