// SPDX-License-Identifier: MIT

import Wire

/// A command as the broker reads it from bytes that anybody may have sent.
public enum ReceivedCommand: Sendable {
    /// The id is empty where nothing moves.
    case append([ReceivedEvent], id: String, moving: [CursorMove])
    case replay(ReplayQuery)
    case latest(LatestQuery)
    case cursor(component: String)
    case claim([String], nonce: String)
    case echo(nonce: String)
    case expire(sessions: [String])

    /// How many events one append may hold.
    public static let maximumEvents = 1024
    /// How large the data of one event may be, in bytes.
    public static let maximumDataSize = 1 << 20
    /// How many components one append may move, and one claim may name.
    public static let maximumComponents = 1024

    /// Reads a command from the frames after the correlation frame.
    ///
    /// - Throws: `SearchBusError` that says what is wrong with it.
    public init(frames: ArraySlice<[UInt8]>) throws {
        guard let headerBytes = frames.first else {
            throw SearchBusError(.malformedCommand, "The command has no header.")
        }
        do {
            let header = try JSON(parsing: headerBytes, limits: JSONLimits(depth: 8, values: 8192))
            self = try ReceivedCommand.read(header, frames: frames.dropFirst())
        } catch let error as JSONError {
            throw SearchBusError(.malformedCommand, "The command's header is wrong: \(error).")
        }
    }

    private static func read(_ header: JSON, frames: ArraySlice<[UInt8]>) throws -> ReceivedCommand {
        let operation = try header.requiredString("op")
        switch Operation(rawValue: operation) {
        case .append:
            let events = try readEvents(topics: try header.strings("topics"), frames: Array(frames))
            let moves = try readMoves(header)
            return .append(events, id: try moves.isEmpty ? "" : appendID(in: header), moving: moves)
        case .replay:
            var query = ReplayQuery(try prefixes(in: header), after: try after(in: header))
            query.session = try session(in: header)
            query.before = try sequence("before", in: header)
            query.isBackward = header["backwards"]?.bool ?? false
            query.filter = try filter(in: header)
            query.limit = limit(in: header)
            return .replay(query)
        case .latest:
            var query = LatestQuery(try prefixes(in: header), after: try after(in: header))
            query.sessions = try sessions(in: header)
            query.through = try sequence("through", in: header)
            guard query.through == nil || !query.sessions.isEmpty else {
                throw SearchBusError(.malformedCommand, "`through` needs `session` or `sessions`.")
            }
            query.limit = limit(in: header)
            return .latest(query)
        case .cursor:
            let component = try header.requiredString("component")
            guard SessionShard.isCursor(component) else {
                throw SearchBusError(.malformedCommand, "`component` is not the name of a component.")
            }
            return .cursor(component: component)
        case .claim:
            return .claim(try components(in: header), nonce: try name("nonce", in: header))
        case .echo:
            return .echo(nonce: try name("nonce", in: header))
        case .expire:
            let sessions = try sessions(in: header)
            guard !sessions.isEmpty else {
                throw SearchBusError(.malformedCommand, "`sessions` must list the sessions that are to go.")
            }
            return .expire(sessions: sessions)
        case nil:
            throw SearchBusError(.unknownOperation, "There is no operation `\(operation.prefix(80))`.")
        }
    }

    private static func readEvents(topics: [String], frames: [[UInt8]]) throws -> [ReceivedEvent] {
        guard topics.count <= maximumEvents else {
            throw SearchBusError(.tooLarge, "An append has \(topics.count) events; the maximum is \(maximumEvents).")
        }
        guard frames.count == topics.count * 2 else {
            throw SearchBusError(
                .malformedCommand,
                "\(topics.count) topics need \(topics.count * 2) frames; \(frames.count) came."
            )
        }
        return try topics.enumerated().map { index, topic in
            try ReceivedEvent(
                topic: try Topic(parsing: topic),
                attributes: frames[index * 2],
                data: frames[index * 2 + 1]
            )
        }
    }

    private static func readMoves(_ header: JSON) throws -> [CursorMove] {
        guard header["cursor"] == nil else {
            throw SearchBusError(.malformedCommand, "`cursor` is of an older protocol: send `append` and `moves`.")
        }
        guard let value = header["moves"], !value.isNull else { return [] }
        guard let list = value.array, (1...maximumComponents).contains(list.count) else {
            throw SearchBusError(.malformedCommand, "`moves` must list 1 to \(maximumComponents) cursors.")
        }
        let moves = try list.map(readMove)
        guard moves.count == 1 || Set(moves.map(\.component)).count == moves.count else {
            throw SearchBusError(.malformedCommand, "`moves` names a component twice.")
        }
        return moves
    }

    private static func readMove(_ json: JSON) throws -> CursorMove {
        let move = try CursorMove(json: json)
        guard SessionShard.isCursor(move.component), move.from <= move.to, move.prefixes.count <= 256, move.folded >= 0,
            move.incarnation >= 0, (1...256).contains(move.configuration?.utf8.count ?? 1)
        else {
            throw SearchBusError(.malformedCommand, "A cursor of the append is not a component's move forward.")
        }
        return move
    }

    private static func appendID(in header: JSON) throws -> String {
        let id = try header.requiredString("append")
        guard (1...64).contains(id.utf8.count) else {
            throw SearchBusError(.malformedCommand, "`append` must have 1 to 64 bytes.")
        }
        return id
    }

    private static func components(in header: JSON) throws -> [String] {
        let names = try header.strings("components")
        guard (1...maximumComponents).contains(names.count), names.allSatisfy(SessionShard.isCursor) else {
            throw SearchBusError(.malformedCommand, "`components` must list 1 to \(maximumComponents) names.")
        }
        return names
    }

    private static func prefixes(in header: JSON) throws -> [TopicPrefix] {
        let texts = try header.strings("topics")
        guard (1...LatestQuery.maximumPrefixes).contains(texts.count) else {
            throw SearchBusError(
                .malformedCommand,
                "`topics` must list 1 to \(LatestQuery.maximumPrefixes) topics or beginnings of topics."
            )
        }
        return try texts.map(TopicPrefix.init(parsing:))
    }

    private static func after(in header: JSON) throws -> SequenceNumber { try sequence("after", in: header) ?? .zero }

    private static func sequence(_ key: String, in header: JSON) throws -> SequenceNumber? {
        guard let value = header[key], !value.isNull else { return nil }
        guard let text = value.string, let sequence = SequenceNumber(text) else {
            throw SearchBusError(.malformedCommand, "`\(key)` is not a sequence number: up to 20 digits in quotes.")
        }
        return sequence
    }

    private static func filter(in header: JSON) throws -> EventFilter {
        guard let value = header["filter"], !value.isNull else { return .none }
        guard let text = value.string else { throw SearchBusError(.malformedCommand, "`filter` must be a text.") }
        return try EventFilter(parsing: text, now: .now())
    }

    private static func session(in header: JSON) throws -> String? {
        guard let value = header["session"], !value.isNull else { return nil }
        guard let session = value.string, Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "Invalid session ID in `session`.")
        }
        return session
    }

    private static func sessions(in header: JSON) throws -> [String] {
        if let session = try session(in: header) { return [session] }
        guard let value = header["sessions"], !value.isNull else { return [] }
        guard let list = value.array, (1...LatestQuery.maximumSessions).contains(list.count) else {
            throw SearchBusError(
                .malformedCommand,
                "`sessions` must list 1 to \(LatestQuery.maximumSessions) sessions."
            )
        }
        return try list.map { value in
            guard let session = value.string, Name.isValid(session) else {
                throw SearchBusError(.invalidSession, "`sessions` has an invalid session.")
            }
            return session
        }
    }

    private static func limit(in header: JSON) -> Int {
        min(max(header["limit"]?.int ?? 500, 1), 1000)
    }

    private static func name(_ key: String, in header: JSON) throws -> String {
        let name = try header.requiredString(key)
        guard Name.isValid(name) else {
            throw SearchBusError(.malformedCommand, "`\(key)` must be 1 to 64 letters, digits, `_` or `-`.")
        }
        return name
    }
}
