// SPDX-License-Identifier: MIT

import Wire

extension Topic.Kind {
    /// How long the log keeps events of a kind.
    public enum Retention: Sendable, Hashable {
        /// They are not stored: only current subscribers receive them.
        case none
        /// Until they are trimmed; the last one of each topic stays as long as its session.
        case trimmed
        /// The same, but not before every component that reads them has folded them.
        case untilFolded
    }

    /// Which clients of a gateway receive events of a kind without subscribing to the bus.
    public enum Audience: Sendable, Hashable {
        case none
        /// The pages of the event's session, and the client that waits for the event.
        case session
        /// Those who monitor the app: by the status, `/readyz` and the metrics.
        case operators
    }

    /// A component that answers many clients: the log keeps only a share of its requests and results, as each is read once,
    /// at once.
    public enum Exchange: Sendable {
        case requests(to: String)
        case results(of: String)
    }

    /// What distinguishes a kind.
    ///
    /// The broker, the hosts and the gateway derive their behavior from it, and `docs/protocol.md` its table.
    public struct Rules: Sendable {
        /// What the second part of the topic names.
        public let component: String
        /// The contents of the events, in a few words.
        public let summary: String
        /// Whether the topics end with a session.
        public var hasSession = true
        public var retention = Retention.trimmed
        /// Whether only the broker writes them.
        public var isReserved = false
        public var audience = Audience.none
        /// The component whose events of this kind are an exchange with many clients.
        public var exchange: Exchange?
        /// The output at the end of a turn is caused by the heaviest event of the turn.
        public var weight = 1
        /// The last part of an event type that is as heavy as a result.
        public var heavyType: String?
    }

    /// The one table of kinds.
    @inline(__always)  // Appends ask for a member of it, and need not make the whole.
    public var rules: Rules {
        switch self {
        case .intent:
            Rules(
                component: "addressee: searcher, filter state or widget",
                summary: "a request to it",
                retention: .untilFolded
            )
        case .outcome: Rules(component: "the same", summary: "the result of an intent", audience: .session)
        case .filters: Rules(component: "filter state", summary: "the whole filter state after a change")
        case .request:
            Rules(
                component: "searcher",
                summary: "the whole request after a change, numbered",
                exchange: .requests(to: "algolia")
            )
        case .search:
            Rules(
                component: "searcher",
                summary: "the progress of a search: `started`, `stalled`, `failed`, `superseded`",
                heavyType: "failed"
            )
        case .results:
            Rules(
                component: "searcher",
                summary: "a response: the result stream",
                exchange: .results(of: "algolia"),
                weight: 3
            )
        case .view: Rules(component: "widget", summary: "the whole view", audience: .session)
        case .state: Rules(component: "component", summary: "the component's private state, for its own restart")
        case .index: Rules(component: "index", summary: "an index changed", hasSession: false, weight: 0)
        case .write:
            Rules(
                component: "index",
                summary: "a change of the index; see [questions](#questions-of-algolias-interface)",
                hasSession: false,
                retention: .untilFolded,
                weight: 0
            )
        case .sink:
            Rules(
                component: "sink",
                summary: "what its receiver refused, and requests to send it again",
                hasSession: false,
                weight: 0
            )
        case .status:
            Rules(
                component: "process",
                summary: "the status of a process, each second",
                hasSession: false,
                retention: .none,
                audience: .operators
            )
        case .bus:
            Rules(
                component: "what is reported",
                summary: "the broker's heartbeat, and the sessions that it deleted. Only the broker writes them",
                hasSession: false,
                retention: .none,
                isReserved: true
            )
        case .echo:
            Rules(
                component: "a nonce",
                summary: "barriers. Only the broker writes them",
                hasSession: false,
                retention: .none,
                isReserved: true
            )
        }
    }

    public var isStored: Bool { rules.retention != .none }

    public var hasSession: Bool { rules.hasSession }

    public var isReserved: Bool { rules.isReserved }

    /// Whether a text may be the component of a topic of this kind: a name, or for views `NAME.NUMBER`, a part of a
    /// view that is a view of its own.
    public func allows(component: some StringProtocol) -> Bool {
        Name.isValid(component) || (self == .view && Name.isNumbered(component))
    }

    public init?(ofTopic text: String) {
        self.init(rawValue: String(text.prefix { $0 != "/" }))
    }

    /// How heavily events of a type weigh; see `Rules.weight`.
    public func weight(ofType suffix: @autoclosure () -> Substring) -> Int {
        if let heavy = rules.heavyType, heavy == suffix() { return Topic.Kind.results.rules.weight }
        return rules.weight
    }

    /// The channel of the exchange with many clients, if the kind has one, and whether it holds the requests.
    public var exchangeChannel: (name: String, isRequests: Bool)? {
        switch rules.exchange {
        case .requests(let component): ("\(rawValue)/\(component)/", true)
        case .results(let component): ("\(rawValue)/\(component)/", false)
        case nil: nil
        }
    }
}
