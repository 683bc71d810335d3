// SPDX-License-Identifier: MIT

import Bus
import Foundation
import NATS
import Replication
import Wire

/// The stream that is a journal, by the requests that NATS documents for it.
struct JournalStream: Sendable {
    /// What a stream's description begins with.
    private static let mark = ["SearchBus", "journal", "1"]
    /// What follows in the description of a journal that begins with a log that was there before.
    private static let foundedMark = "founded"
    /// In seconds: until when a machine that finds no stream makes one, and how long it waits for another's to be seen.
    private static let longestTurn = 3.0
    private static let settling = 1.0
    /// How long the servers themselves know what is a repeat; the log knows it for as long as it is kept.
    private static let duplicateWindow = 120_000_000_000

    let connection: NATSConnection
    let settings: JetStreamSettings
    var requests: StreamRequests { StreamRequests(connection: connection) }

    /// What a stream says of itself.
    struct Description: Sendable, Hashable {
        /// What its logs are called.
        let epoch: String
        /// Whether it begins with a log that was there before.
        let isFounded: Bool
        /// By which rules its brokers decide.
        let rules: JournalRules
    }

    /// Makes the stream where there is none.
    ///
    /// - Parameter refusal: Why this machine makes none; `nil` where it does.
    /// - Returns: Its identity, which its creator has drawn.
    /// - Throws: `SearchBusError` with `journal-unavailable`, or `journal-unreadable` for a stream that is not a journal of ours;
    ///   the refusal.
    func prepare(orElse refusal: SearchBusError? = nil) throws -> Description {
        if try exists() { return try state().description }
        if let refusal {
            // Servers that have just come back may not know yet what they have.
            Thread.sleep(forTimeInterval: Self.settling)
            guard try exists() else { throw refusal }
            return try state().description
        }
        if settings.replicas > 1 {
            // Servers before 2.10 that are asked twice at once make two streams of one name, of which one is lost.
            Thread.sleep(forTimeInterval: Double.random(in: 0...Self.longestTurn))
            if try exists() { return try state().description }
        }
        let new = Description(epoch: Identifier.make(length: 16), isFounded: false, rules: settings.rules)
        let answer = try create(new)
        if settings.replicas > 1 { Thread.sleep(forTimeInterval: Self.settling) }
        // Whatever was made is asked for again: another machine may have been first.
        if case .refused(let code, let words) = answer, code != StreamRequests.nameInUse { throw notMade(code, words) }
        return try state().description
    }

    /// Makes the stream with a log that was there before; it must not be there, unless with the same log and nothing more.
    ///
    /// - Throws: `SearchBusError` with `journal-unavailable`: it is made or is not; or `journal-unreadable` where there is
    ///   another stream of the name.
    func found(_ epoch: String) throws {
        // Servers accept that a stream is created again.
        if try exists() {
            let (description, size) = try state()
            // The servers had not answered in time.
            guard description.isFounded, description.epoch == epoch, size.last == .zero else { throw foundBefore }
            return
        }
        switch try create(Description(epoch: epoch, isFounded: true, rules: settings.rules)) {
        case .done: return
        case .refused(StreamRequests.nameInUse, _): throw foundBefore
        case .refused(let code, let words): throw notMade(code, words)
        }
    }

    private var foundBefore: SearchBusError {
        SearchBusError(
            .journalUnreadable,
            "The servers have the stream \(settings.stream) already: the app is on a shared log, or was.",
            remedy: "Start the app with that log; or rename it, and a new stream is created."
        )
    }

    func notMade(_ code: Int, _ words: String) -> SearchBusError {
        SearchBusError(
            .journalUnavailable,
            "The servers do not make the stream \(settings.stream): \(words) (\(code))."
        )
    }

    private func create(_ description: Description) throws -> StreamRequests.Answer {
        let founded = description.isFounded ? [Self.foundedMark] : []
        let words = Self.mark + [description.epoch, "\(settings.shards)"] + founded + description.rules.words
        let configuration: JSON = [
            "name": .string(settings.stream), "subjects": [.string(settings.input)], "retention": "limits",
            "storage": "file", "discard": "new", "max_msgs": -1, "max_bytes": -1, "max_age": 0, "max_consumers": -1,
            "num_replicas": JSON(settings.replicas), "duplicate_window": JSON(Self.duplicateWindow),
            "allow_direct": true, "deny_delete": true,
            "republish": ["src": .string(settings.input), "dest": .string(settings.output)],
            "description": .string(words.joined(separator: " ")),
        ]
        return try requests.ask("STREAM.CREATE.\(settings.stream)", configuration)
    }

    /// Compares what the servers made with what was asked for: older ones leave out silently what they do not know.
    func description(of configuration: JSON) throws -> Description {
        let words = (configuration["description"]?.string ?? "").split(separator: " ").map(String.init)
        let isFounded = words.count > 5 && words[5] == Self.foundedMark
        guard words.count >= 5, Array(words[..<3]) == Self.mark,
            let rules = JournalRules(words: Array(words.dropFirst(isFounded ? 6 : 5)))
        else { throw wrong("its description is not that of a journal of this version") }
        // What may be otherwise: where limits of size are reached, entries are refused and none is lost.
        let needed: [(name: String, value: JSON, otherwise: JSON)] = [
            ("subjects", [.string(settings.input)], .null), ("allow_direct", true, false), ("discard", "new", .null),
            ("retention", "limits", .null), ("max_age", 0, 0), ("max_msgs_per_subject", -1, -1),
            ("deny_purge", false, false), ("sealed", false, false),
        ]
        let republished = configuration["republish"]?["dest"]?.string == settings.output
        let changed = needed.first { configuration[$0.name] ?? $0.otherwise != $0.value }
        if let name = changed?.name ?? (republished ? nil : "republish") {
            throw wrong("its `\(name)` was changed, or the servers are older than NATS 2.9")
        }
        guard words[4] == "\(settings.shards)" else {
            throw SearchBusError(
                .journalUnreadable,
                "The stream \(settings.stream) divides sessions into \(words[4]) shards, and the app into \(settings.shards).",
                remedy: "Write `shards: \(words[4])` under `log` in the app file: the number is for the life of a log."
            )
        }
        return Description(epoch: words[3], isFounded: isFounded, rules: rules)
    }

    func wrong(_ reason: String) -> SearchBusError {
        SearchBusError(
            .journalUnreadable,
            "The stream \(settings.stream) is not a journal of SearchBus: \(reason).",
            remedy: "Rename the app, or let SearchBus create the stream."
        )
    }

    /// Hands a message in; returns once it has a place.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - attempt: Another number makes it another one for the servers, which take none twice.
    ///   - milliseconds: How long the answer is waited for.
    /// - Returns: What the server that leads says.
    /// - Throws: `NATSError` without a response: the message may be stored or not.
    func handIn(_ message: JournalMessage, attempt: Int, milliseconds: Int64) throws -> StreamRequests.Answer {
        let headers = headers(of: message, attempt: attempt)
        return try requests.store(message.bytes, on: settings.input, headers: headers, milliseconds: milliseconds)
    }

    /// Publishes a message without waiting: its delivery shows that it is stored.
    ///
    /// - Throws: `NATSError`.
    func send(_ message: JournalMessage) throws {
        try connection.publish(message.bytes, to: settings.input, headers: headers(of: message, attempt: 0))
    }

    private func headers(of message: JournalMessage, attempt: Int) -> [(String, String)] {
        let id = attempt == 0 ? message.id : "\(message.id)-\(attempt)"
        return [("Nats-Msg-Id", id), ("Nats-Expected-Stream", settings.stream)]
    }

    /// The last number that was given, according to the leader; `nil` without a leader.
    ///
    /// - Throws: `NATSError` without a response.
    func lastPlace(milliseconds: Int64) throws -> JournalPlace? {
        try information(milliseconds: milliseconds).flatMap(Self.lastPlace)
    }

    /// The state of the stream, according to the leader; `nil` without a leader.
    ///
    /// - Throws: `NATSError` without a response.
    func standing(milliseconds: Int64) throws -> JournalStanding? {
        guard let json = try information(milliseconds: milliseconds), let last = Self.lastPlace(json) else {
            return nil
        }
        let cluster = json["cluster"]
        // A server that is alone does not say what it is called.
        let leader = cluster?["leader"]?.string ?? (cluster == nil ? "the only server" : nil)
        let others = (cluster?["replicas"]?.array ?? []).prefix(16).compactMap { replica in
            replica["name"]?.string.map {
                JournalStanding.Server(name: $0, isOnline: replica["offline"]?.bool != true)
            }
        }
        let own = leader.map { [JournalStanding.Server(name: $0, isOnline: true)] } ?? []
        return JournalStanding(
            last: last,
            leader: leader,
            servers: (own + others).sorted { $0.name < $1.name },
            advice: replicaAdvice(json["config"]?["num_replicas"]?.int)
        )
    }

    private func information(milliseconds: Int64) throws -> JSON? {
        guard case .done(let json) = try requests.ask("STREAM.INFO.\(settings.stream)", milliseconds: milliseconds)
        else {
            return nil
        }
        return json
    }

    private static func lastPlace(_ json: JSON) -> JournalPlace? {
        guard let last = json["state"]?["last_seq"]?.int, last >= 0 else { return nil }
        return JournalPlace(rawValue: UInt64(last))
    }

    /// The message at a place, as who leads the servers has it; `nil` where it has none there.
    ///
    /// A follower may have another message there permanently: one of NATS before 2.10.22 that led, was partitioned and
    /// comes back keeps what only it had taken.
    ///
    /// - Throws: `NATSError` or `SearchBusError` without a leader, or a response.
    func message(at place: JournalPlace, milliseconds: Int64) throws -> [UInt8]? {
        let question: JSON = ["seq": JSON(Int(place.rawValue))]
        switch try requests.ask("STREAM.MSG.GET.\(settings.stream)", question, milliseconds: milliseconds) {
        case .refused(StreamRequests.unknownMessage, _): return nil
        case .refused(let code, let words):
            throw SearchBusError(.journalUnavailable, "The servers deliver no message: \(words) (\(code)).")
        case .done(let json):
            guard let data = Data(base64Encoded: json["message"]?["data"]?.string ?? "") else {
                throw SearchBusError(.journalUnavailable, "The servers deliver an invalid message.")
            }
            return Array(data)
        }
    }

    /// Lets another server lead, where there is one that can.
    ///
    /// - Throws: `NATSError` without a response.
    func changeLeader(milliseconds: Int64) throws {
        _ = try requests.ask("STREAM.LEADER.STEPDOWN.\(settings.stream)", milliseconds: milliseconds)
    }

    /// The first number that can be read, according to the leader; `nil` without a leader.
    ///
    /// - Throws: `NATSError` without a response.
    func firstPlace(milliseconds: Int64) throws -> JournalPlace? {
        guard case .done(let json) = try requests.ask("STREAM.INFO.\(settings.stream)", milliseconds: milliseconds),
            let first = json["state"]?["first_seq"]?.int, first > 0
        else { return nil }
        return JournalPlace(rawValue: UInt64(first))
    }
}
