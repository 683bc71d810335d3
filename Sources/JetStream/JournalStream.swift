// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Journal
import NATS
import Wire

/// The stream that is a journal, by the requests that NATS documents for it.
struct JournalStream: Sendable {
    /// What a request was answered with.
    enum Answer {
        case done(JSON)
        /// The server's code and its words.
        case refused(Int, String)
    }

    private static let patience: Int64 = 5000
    private static let nameInUse = 10_058
    /// How long the servers themselves know what is a repeat; the log knows it for as long as it is kept.
    private static let duplicateWindow = 120_000_000_000

    let connection: NATSConnection
    let settings: JetStreamSettings

    /// Makes the stream where there is none.
    ///
    /// - Returns: What its logs are called, which whoever made it has drawn.
    /// - Throws: `SearchBusError` with `journal-unavailable`, or `journal-unreadable` for a stream that is no journal of ours.
    func prepare() throws -> String {
        let configuration: JSON = [
            "name": .string(settings.stream), "subjects": [.string(settings.input)], "retention": "limits",
            "storage": "file", "discard": "new", "max_msgs": -1, "max_bytes": -1, "max_age": 0, "max_consumers": -1,
            "num_replicas": JSON(settings.replicas), "duplicate_window": JSON(Self.duplicateWindow),
            "allow_direct": true, "deny_delete": true,
            "republish": ["src": .string(settings.input), "dest": .string(settings.output)],
            "description": .string("SearchBus journal 1 \(Identifier.make(length: 16)) \(settings.shards)"),
        ]
        var answer = try ask("STREAM.CREATE.\(settings.stream)", configuration.bytes)
        if case .refused(Self.nameInUse, _) = answer { answer = try ask("STREAM.INFO.\(settings.stream)", []) }
        switch answer {
        case .refused(let code, let words):
            throw SearchBusError(
                .journalUnavailable,
                "The servers do not make the stream \(settings.stream): \(words) (\(code))."
            )
        case .done(let json): return try epoch(of: json["config"] ?? .null)
        }
    }

    /// Compares what the servers made with what was asked for: older ones leave out silently what they do not know.
    private func epoch(of configuration: JSON) throws -> String {
        let words = (configuration["description"]?.string ?? "").split(separator: " ")
        guard words.count == 5, words[..<3].elementsEqual(["SearchBus", "journal", "1"]) else {
            throw wrong("its description is not a journal's of this version")
        }
        guard configuration["subjects"] == [.string(settings.input)],
            configuration["republish"]?["dest"]?.string == settings.output,
            configuration["allow_direct"]?.bool == true, configuration["discard"]?.string == "new",
            configuration["retention"]?.string == "limits", configuration["max_age"]?.int == 0
        else { throw wrong("it was changed, or the servers are older than NATS 2.9") }
        guard words[4] == "\(settings.shards)" else {
            throw SearchBusError(
                .journalUnreadable,
                "The stream \(settings.stream) divides sessions into \(words[4]) shards, and the app into \(settings.shards).",
                remedy: "Write `shards: \(words[4])` under `log` in the app file: the number is for the life of a log."
            )
        }
        return String(words[3])
    }

    private func wrong(_ reason: String) -> SearchBusError {
        SearchBusError(
            .journalUnreadable,
            "The stream \(settings.stream) is no journal of SearchBus: \(reason).",
            remedy: "Name the app otherwise, or let SearchBus make the stream."
        )
    }

    private func ask(_ request: String, _ payload: [UInt8]) throws -> Answer {
        do {
            let message = try connection.request("$JS.API.\(request)", payload, milliseconds: Self.patience)
            return try Self.answer(message.payload)
        } catch let error as NATSError {
            throw SearchBusError(.journalUnavailable, "The servers do not answer: \(error).")
        }
    }

    private static func answer(_ bytes: [UInt8]) throws -> Answer {
        guard let json = try? JSON(parsing: bytes) else { return .refused(0, "an answer that is no JSON") }
        guard let error = json["error"] else { return .done(json) }
        return .refused(error["err_code"]?.int ?? 0, error["description"]?.string ?? "no reason")
    }

    /// Hands a message in; returns once it has a place.
    ///
    /// - Throws: `NATSError` where nobody answers: the message has a place or has none.
    func handIn(_ message: JournalMessage, milliseconds: Int64) throws -> Answer {
        let headers = [("Nats-Msg-Id", message.id), ("Nats-Expected-Stream", settings.stream)]
        let answer = try connection.request(settings.input, headers: headers, message.bytes, milliseconds: milliseconds)
        return try Self.answer(answer.payload)
    }

    /// The last place that was given, as who leads the servers knows it; `nil` where nobody leads.
    ///
    /// - Throws: `NATSError` where nobody answers.
    func lastPlace(milliseconds: Int64) throws -> JournalPlace? {
        let message = try connection.request("$JS.API.STREAM.INFO.\(settings.stream)", milliseconds: milliseconds)
        guard case .done(let json) = try Self.answer(message.payload), let last = json["state"]?["last_seq"]?.int,
            last >= 0
        else { return nil }
        return JournalPlace(rawValue: UInt64(last))
    }

    /// The message at a place; `nil` where the server that answered has none there.
    ///
    /// - Throws: `NATSError` where nobody answers.
    func message(at place: JournalPlace, milliseconds: Int64) throws -> NATSMessage? {
        let question: JSON = ["seq": JSON(Int(place.rawValue))]
        let answer = try connection.request(
            "$JS.API.DIRECT.GET.\(settings.stream)",
            question.bytes,
            milliseconds: milliseconds
        )
        return answer.header("Status") == nil ? answer : nil
    }
}
