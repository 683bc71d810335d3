// SPDX-License-Identifier: MIT

/// A kind of process that works for an app: the one list of what such processes and their components are called, which
/// commands run them, and which of them nodes divide.
public struct WorkerKind: Sendable, Hashable {
    /// The name of such a process; of several, what precedes the name of the part that each is for.
    public let name: String
    /// The component whose cursor it moves, if there is one such process.
    public let component: String
    /// What runs such a process; `nil` for programs of the app's own.
    public let program: Program?
    /// Whether each node of a cluster runs one for its shards; otherwise one node runs it for all sessions.
    public let isDivided: Bool

    /// An executable, and its subcommand.
    public struct Program: Sendable, Hashable {
        public let executable: String
        public let command: String

        fileprivate static func worker(_ command: String) -> Self {
            Self(executable: "searchbus-worker", command: command)
        }
        fileprivate static func remoteWorker(_ command: String) -> Self {
            Self(executable: WorkerKind.remoteWorker, command: command)
        }
        fileprivate static func indexWorker(_ command: String) -> Self {
            Self(executable: "searchbus-index-worker", command: command)
        }
    }

    private init(_ name: String, component: String? = nil, _ program: Program? = nil, isDivided: Bool = true) {
        (self.name, self.component, self.program, self.isDivided) = (name, component ?? name, program, isDivided)
    }

    /// The executable of what speaks to other servers: searchers that ask engines in other programs, and sinks.
    public static let remoteWorker = "searchbus-remote-worker"

    /// The owner of what sessions ask for.
    public static let state = WorkerKind("state", .worker("state"))
    /// Searches for a unit of searchers.
    public static let searcher = WorkerKind("searcher", .indexWorker("searcher"))
    /// An app's own program that searches for a unit of searchers.
    public static let ownSearcher = WorkerKind("searcher", isDivided: false)
    /// Answers requests of Algolia's interface.
    public static let questions = WorkerKind("searcher-algolia", component: "algolia", .indexWorker("searcher"))
    /// Applies writes of Algolia's interface to indexes.
    public static let indexer = WorkerKind("indexer", .indexWorker("indexer"), isDivided: false)
    /// Runs one widget.
    public static let interactor = WorkerKind("interactor", .worker("interactor"))
    /// Runs a group of widgets, or all of them.
    public static let interactors = WorkerKind("interactors", .worker("interactor"))
    /// An app's own program that runs one widget.
    public static let ownWidget = WorkerKind("custom", isDivided: false)
    /// Counts what people search for.
    public static let insights = WorkerKind("insights", .indexWorker("insights"), isDivided: false)
    /// Delivers events to a receiver outside.
    public static let sink = WorkerKind("sink", .remoteWorker("sink"), isDivided: false)

    public static let all: [WorkerKind] = [
        .state, .searcher, .ownSearcher, .questions, .indexer, .interactor, .interactors, .ownWidget, .insights,
        .sink,
    ]

    public func process(_ part: String) -> String { "\(name)-\(part)" }

    /// Whether a process is for a part of the app, and of this kind.
    public func hasProcess(_ process: String) -> Bool { process.hasPrefix("\(name)-") }
}
