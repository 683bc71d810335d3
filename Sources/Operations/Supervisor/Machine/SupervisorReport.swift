// SPDX-License-Identifier: MIT

import Wire

/// Something that the supervisor tells the person who started it; one line each.
public enum SupervisorReport: Sendable, Hashable, CustomStringConvertible {
    case started(name: String, pid: Int32)
    case restarting(name: String, ProcessExit, after: Duration)
    case failed(name: String, ProcessExit, retry: Duration)
    case gaveUp(name: String, ProcessExit, SearchBusError?)
    case silent(name: String, for: Duration)
    case notReady(name: String, after: Duration)
    case stopped(name: String, ProcessExit)
    case killed(name: String)
    case otherVersion(name: String, String, own: String)
    case problem(name: String, subject: String, SearchBusError)
    case resolved(name: String, subject: String)
    case restored([String])
    case ready(after: Duration, link: String?)
    case link(String)
    case changed(AppDifference)
    case asked([String])
    case stopping

    /// The severity of a line.
    public enum Tone: Sendable, Hashable {
        case plain, good, warning, bad
    }

    public var description: String {
        switch self {
        case .started(let name, let pid): "\(name) started (pid \(pid))"
        case .restarting(let name, let status, let wait):
            "\(name) \(status), restarting " + (wait == .zero ? "at once" : "in \(Self.seconds(wait))")
        case .failed(let name, let status, let wait):
            "\(name) \(status) and keeps failing; trying again in \(Self.seconds(wait))"
        case .gaveUp(let name, let status, let error):
            "\(name) \(status) and would do so each time"
                + (error.map { ": \(Self.sentence($0.message)) \($0.remedy)" } ?? "")
        case .silent(let name, let time): "\(name) has reported nothing for \(Self.seconds(time)) and is killed"
        case .notReady(let name, let time): "\(name) was not ready within \(Self.seconds(time)) and is killed"
        case .stopped(let name, let status): Self.isOrderly(status) ? "\(name) stopped" : "\(name) stopped: \(status)"
        case .killed(let name): "\(name) did not end in time and is killed"
        case .otherVersion(let name, let version, let own):
            "\(name) is version \(version), and this is \(own): end this with Ctrl-C and start it again, so that all are the same"
        case .problem(let name, let subject, let error):
            "\(name) reports a problem: \(subject): \(error.message) [\(error.code.rawValue)] \(error.remedy)"
        case .resolved(let name, let subject): "\(name): problem resolved: \(subject)"
        case .restored(let names):
            "the runtime directory was incomplete; created again: \(names.joined(separator: ", "))"
        case .ready(let time, let link): "ready in \(Self.seconds(time))" + (link.map { ": \($0)" } ?? "")
        case .link(let link): "open the console again: \(link)"
        case .changed(let difference): Self.line(difference)
        case .asked(let names): "restarting \(names.joined(separator: ", ")), as asked"
        case .stopping: "stopping"
        }
    }

    /// A message of any program, ended as a sentence.
    private static func sentence(_ words: String) -> String {
        words.last.map { ".!?”".contains($0) } == true ? words : words + "."
    }

    /// The same without the console's token.
    public var withoutToken: SupervisorReport {
        func address(_ link: String) -> String {
            guard let query = link.firstIndex(of: "?") else { return link }
            return "\(link[..<query])  (to log in: searchbus link)"
        }
        return switch self {
        case .ready(let time, let link): .ready(after: time, link: link.map(address))
        case .link(let link): .link(address(link))
        default: self
        }
    }

    /// What it is, in a word that programs can rely on.
    public var word: String {
        switch self {
        case .started: "started"
        case .restarting: "restarting"
        case .failed: "failed"
        case .gaveUp: "gave-up"
        case .silent: "silent"
        case .notReady: "not-ready"
        case .stopped: "stopped"
        case .killed: "killed"
        case .otherVersion: "other-version"
        case .problem: "problem"
        case .resolved: "resolved"
        case .restored: "restored"
        case .ready: "ready"
        case .link: "link"
        case .changed: "changed"
        case .asked: "asked"
        case .stopping: "stopping"
        }
    }

    /// The process that it is about; `nil` where it is about none, or several.
    public var process: String? {
        switch self {
        case .started(let name, _), .restarting(let name, _, _), .failed(let name, _, _), .gaveUp(let name, _, _),
            .silent(let name, _), .notReady(let name, _), .stopped(let name, _), .killed(let name),
            .otherVersion(let name, _, _), .problem(let name, _, _), .resolved(let name, _):
            name
        case .ready, .link, .changed, .asked, .stopping, .restored: nil
        }
    }

    public var tone: Tone {
        switch self {
        case .started, .changed, .asked, .stopping: .plain
        case .stopped(_, let status): Self.isOrderly(status) ? .plain : .warning
        case .restarting, .killed, .otherVersion, .restored: .warning
        case .failed, .gaveUp, .silent, .notReady, .problem: .bad
        case .ready, .link, .resolved: .good
        }
    }

    /// A duration in seconds with one decimal, without a needless zero.
    static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = seconds * 10 + (attoseconds + 50_000_000_000_000_000) / 100_000_000_000_000_000
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }

    /// Whether a process that was asked to end did just that; 15 is the signal that asks.
    private static func isOrderly(_ status: ProcessExit) -> Bool {
        [.code(0), .signal(15), .code(128 + 15)].contains(status)
    }

    private static func line(_ difference: AppDifference) -> String {
        let parts = [
            ("starting", difference.started.map(\.name)),
            ("stopping", difference.stopped),
            ("restarting", difference.restarted.map(\.name)),
        ]
        .filter { !$0.1.isEmpty }
        .map { "\($0.0) \($0.1.joined(separator: ", "))" }
        return "the app changed: " + (parts.isEmpty ? "nothing to do" : parts.joined(separator: "; "))
    }
}
