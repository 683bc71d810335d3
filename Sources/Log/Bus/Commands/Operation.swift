// SPDX-License-Identifier: MIT

import Wire

/// An operation of the broker: the `op` of a command's header.
public enum Operation: String, Sendable, Hashable, CaseIterable {
    case append, replay, latest, cursor, claim, expire, echo

    /// What the operation does, in one sentence.
    public var summary: String {
        switch self {
        case .append: "Stores events, and moves cursors, in one transaction; then publishes them; then replies."
        case .replay: "Returns the events under some prefixes after a sequence number, in order or backwards."
        case .latest: "Returns the last event of each topic under some prefixes, by sequence number."
        case .cursor: "Returns a component's cursor."
        case .claim: "Makes the caller the only process of some components."
        case .expire: "Deletes all events of some sessions."
        case .echo: "Publishes a nonce on `echo/NONCE/`, then replies."
        }
    }

    /// The frames that follow the header, of a command and of its reply.
    public var frames: (command: String?, reply: String?) {
        switch self {
        case .append: ("For each topic two frames: the attributes of the event, and its data.", nil)
        case .replay, .latest: (nil, "For each event two frames: its topic, and the event.")
        case .cursor, .claim, .expire, .echo: (nil, nil)
        }
    }

    /// The members of a command's header.
    public var header: [Schema.Member] {
        let op = Schema.Member("op", .choice([rawValue]), isRequired: true, "The operation.")
        return [op] + arguments
    }

    private var arguments: [Schema.Member] {
        switch self {
        case .append:
            [
                .init("topics", .list(.text), isRequired: true, "The topics of the events."),
                .init("append", .text(maximum: 64), "The identity of an append with moves."),
                .init(
                    "moves",
                    .list(Self.move, maximum: ReceivedCommand.maximumComponents),
                    "The cursors that move."
                ),
            ]
        case .replay:
            Self.query + [
                .init("session", .text, "Only this session's events."),
                .init("before", .text(maximum: 20), "Only events before this sequence number."),
                .init("backwards", .boolean, default: false, "Whether the newest events come first."),
                .init("filter", .text(maximum: EventFilter.maximumLength), "Only events that pass this filter."),
            ]
        case .latest:
            Self.query + [
                .init("session", .text, "Only this session's topics."),
                .init("sessions", .list(.text, maximum: LatestQuery.maximumSessions), "Only these sessions' topics."),
            ]
        case .cursor: [.init("component", .text, isRequired: true, "The component.")]
        case .claim:
            [
                .init(
                    "components",
                    .list(.text, maximum: ReceivedCommand.maximumComponents),
                    isRequired: true,
                    "The components."
                ), .init("nonce", .text(maximum: 64), isRequired: true, "Distinguishes the claim from the last one."),
            ]
        case .expire:
            [.init("sessions", .list(.text, maximum: LatestQuery.maximumSessions), isRequired: true, "The sessions.")]
        case .echo: [.init("nonce", .text(maximum: 64), isRequired: true, "What is published.")]
        }
    }

    /// The members of a successful reply's header.
    public var reply: [Schema.Member] {
        [
            .init("status", .choice(["ok"]), isRequired: true, "That it succeeded."),
            .init("epoch", .text, isRequired: true, "The identity of the log."),
            .init("head", .text, isRequired: true, "The last sequence number of the log."),
        ] + results
    }

    private var results: [Schema.Member] {
        switch self {
        case .append:
            [
                .init("first", .text, isRequired: true, "The sequence number of the first stored event."),
                .init("last", .text, isRequired: true, "The sequence number of the last stored event."),
            ]
        case .replay:
            [
                .init(
                    "through",
                    .text,
                    isRequired: true,
                    "The page is complete up to this sequence number; backwards, down to it."
                ),
                .init("trimmed", .text, "Up to this sequence number, events may be missing."),
                .init("diverged", .text, "Events after this sequence number were lost."),
            ]
        case .latest: [.init("more", .boolean, isRequired: true, "Whether there are more topics.")]
        case .cursor: [.init("sequence", .text, isRequired: true, "The cursor.")]
        case .claim:
            [.init("components", .map(Self.claimed), isRequired: true, "The state of each component, by its name.")]
        case .expire: [.init("sessions", .list(Self.deleted), isRequired: true, "What was deleted.")]
        case .echo: []
        }
    }

    /// The members of the reply to a command that failed.
    public static let failure: [Schema.Member] = [
        .init("status", .choice(["error"]), isRequired: true, "That it failed."),
        .init(
            "error",
            .object([
                .init("code", .choice(ErrorCode.allCases.map(\.rawValue)), isRequired: true, "The code."),
                .init("message", .text, isRequired: true, "What happened."),
                .init("remedy", .text, isRequired: true, "What to do."),
            ]),
            isRequired: true,
            "Why it failed."
        ),
    ]

    private static let query: [Schema.Member] = [
        .init("topics", .list(.text, maximum: LatestQuery.maximumPrefixes), isRequired: true, "The prefixes."),
        .init("after", .text(maximum: 20), "A sequence number; zero if omitted."),
        .init("limit", .integer(1...1000), default: 500, "The maximum number of events."),
    ]
    private static let move = Schema.object([
        .init("component", .text, isRequired: true, "The component."),
        .init("from", .text(maximum: 20), isRequired: true, "The cursor as the component knows it."),
        .init("to", .text(maximum: 20), isRequired: true, "The last sequence number folded."),
        .init("folded", .count, "How many events under `prefixes` were folded."),
        .init("prefixes", .list(.text), "The inputs of the component."),
        .init("incarnation", .count, "The result of `claim`; 0 for a component that was never claimed."),
        .init("configuration", .text(maximum: 256), "The configuration of the component."),
    ])
    private static let claimed = Schema.object([
        .init("sequence", .text, isRequired: true, "The component's cursor."),
        .init("incarnation", .count, isRequired: true, "The number of the claim."),
        .init("configuration", .text, "The configuration of the component."),
    ])
    private static let deleted = Schema.object([
        .init("session", .text, isRequired: true, "The session."),
        .init("events", .count, isRequired: true, "How many events were deleted."),
        .init("bytes", .count, isRequired: true, "How many bytes these had."),
    ])
}
