// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import AlgoliaKeys
import Bus
import Hummingbird
import HummingbirdCore
import Insights
import NIOCore
import Wire

extension AlgoliaGateway {
    /// How many bytes a call with events may have.
    private static let eventsSize = 1 << 20
    /// How many different searches the events of a call may come from; what comes from others is told without its search.
    private static let searchLimit = 100

    /// A search that events came from, as the log has it.
    private struct Origin {
        let session: String
        let index: String
        let query: String
    }

    /// Answers `POST /1/events`: what users did is put on the log, with the searches that it came from.
    func takeEvents(_ call: AlgoliaCall) async throws -> Response {
        let events = try AlgoliaEvent.list(in: try await body(call, upTo: Self.eventsSize, values: 100_000))
        for event in events where !call.access.allows(index: event.index) { throw Self.notAllowed }
        var origins: [QueryIdentifier: Origin?] = [:]
        for identifier in Set(events.compactMap(\.queryID)).prefix(Self.searchLimit) {
            origins[identifier] = .some(try await origin(of: identifier))
        }
        var sessions: [String: [JSON]] = [:]
        for event in events {
            let origin = event.queryID.flatMap { origins[$0] ?? nil }
            let session =
                origin?.session ?? AlgoliaCredentials.session(call.access, userToken: event.userToken)
            sessions[session, default: []].append(Self.json(event, origin))
        }
        let drafts = try sessions.sorted { $0.key < $1.key }.map { session, events in
            EventDraft(
                topic: try Topic(.request, InsightsFold.component, session: session),
                id: Identifier.make(),
                source: "/gateway",
                type: "searchbus.request.events",
                data: JSON.object(JSONObject([("events", .array(events))])).bytes
            )
        }
        if !drafts.isEmpty { _ = try await log.append(drafts) }
        return .json(["status": 200, "message": "OK"])
    }

    private static func json(_ event: AlgoliaEvent, _ origin: Origin?) -> JSON {
        var object = JSONObject([
            ("kind", .string(event.kind.rawValue)), ("name", .string(event.name)),
            ("index", .string(origin?.index ?? event.index)), ("objectIDs", JSON(event.objectIDs)),
        ])
        if !event.filters.isEmpty { object["filters"] = JSON(event.filters) }
        if !event.positions.isEmpty { object["positions"] = .array(event.positions.map { JSON($0) }) }
        if let origin, let identifier = event.queryID {
            object["query"] = .string(origin.query)
            object["question"] = JSON(Int(clamping: identifier.place))
            object["member"] = JSON(identifier.member)
        }
        return .object(object)
    }

    /// The search of an identifier; `nil` for one that no answer had, or whose search is not on the log any more.
    private func origin(of identifier: QueryIdentifier) async throws -> Origin? {
        guard identifier.place > 0 else { return nil }
        let page = try await log.replay(
            ReplayQuery(
                [TopicPrefix(.request, AlgoliaQuestion.component)],
                after: SequenceNumber(rawValue: identifier.place - 1),
                limit: 1
            )
        )
        guard identifier.isOf(epoch: page.epoch), let event = page.events.first,
            event.sequence.rawValue == identifier.place, let session = event.topic.session,
            let questions = try event.data()["requests"]?.array, questions.indices.contains(identifier.member)
        else { return nil }
        let question = questions[identifier.member]
        return Origin(
            session: session,
            index: question["index"]?.string ?? "",
            query: question["parameters"]?["query"]?.string ?? ""
        )
    }
}
