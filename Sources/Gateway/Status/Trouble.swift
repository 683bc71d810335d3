// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What keeps an app from being well: a process, or a component, and why.
struct Trouble: Sendable, Hashable {
    let name: String
    /// The reason in a word, for programs.
    let reason: String
    /// The reason in a sentence.
    let detail: String

    private init(name: String, reason: String, detail: String) {
        (self.name, self.reason, self.detail) = (name, reason, detail)
    }

    /// A process that is not at work.
    init(_ process: String, _ health: ProcessBoard.Health, silence: Duration?) {
        let time = silence.map { "\(Int($0.inSeconds.rounded())) s" }
        let detail =
            switch health {
            case .starting: "It has been started, and has not been heard yet."
            case .silent: time.map { "It has said nothing for \($0)." } ?? "It has not been heard since its start."
            case .backoff: "It ended, and is about to be started again."
            case .failed: "It keeps ending; `searchbus up` wrote why."
            case .stopped: "It was stopped."
            case .running: "It is at work."
            }
        self.init(name: process, reason: health.rawValue, detail: detail)
    }

    /// A process that works, and has more to do than it gets done.
    init(_ process: String, behindBy count: Int) {
        self.init(name: process, reason: "behind", detail: "\(count) events wait for it.")
    }

    /// A component that no process hosts.
    init(unheard component: String) {
        self.init(name: component, reason: "unheard", detail: "No process that is heard hosts it.")
    }

    /// Shards that no machine works for; `nil` for none.
    init?(idle shards: [Int]) {
        guard let last = shards.last else { return nil }
        let seconds = ShardWatch.patience.components.seconds
        let others = shards.dropLast().map(String.init).joined(separator: ", ")
        let words = shards.count == 1 ? "shard \(last)" : "shards \(others) and \(last)"
        self.init(
            name: "shards",
            reason: "idle",
            detail:
                "No machine has worked for \(words) for \(seconds) s: start one with workers, or look why they do not."
        )
    }

    /// The broker, where nothing is heard.
    static let broker = Trouble(name: "broker", reason: "unheard", detail: "It is not heard.")

    var json: JSON { ["name": .string(name), "reason": .string(reason), "detail": .string(detail)] }
}
