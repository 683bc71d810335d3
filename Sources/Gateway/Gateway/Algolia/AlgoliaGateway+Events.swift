// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Bus
import Hummingbird
import HummingbirdCore
import Insights
import NIOCore
import Wire

extension AlgoliaGateway {
    /// Answers `POST /1/events`: the users' actions are appended to the log, with their searches.
    func takeEvents(_ call: AlgoliaCall) async throws -> Response {
        let events = try AlgoliaEvent.list(in: try await body(call, upTo: limits.eventsBodySize, values: 100_000))
        for event in events where !call.access.allows(index: event.index) { throw Self.notAllowed }
        let origins = SearchOrigins(log: log)
        let known = try await origins.origins(of: Set(events.compactMap(\.queryID)))
        try await origins.append(
            events.map { event in
                let origin = event.queryID.flatMap { known[$0] }
                return (
                    report: Self.json(event, origin),
                    session: origin?.session ?? AlgoliaCredentials.session(call.access, userToken: event.userToken)
                )
            }
        )
        return .json(["status": 200, "message": "OK"])
    }

    private static func json(_ event: AlgoliaEvent, _ origin: SearchOrigins.Origin?) -> JSON {
        var object = JSONObject([
            ("kind", .string(event.kind.rawValue)), ("name", .string(event.name)), ("index", .string(event.index)),
            ("objectIDs", JSON(event.objectIDs)),
        ])
        if !event.filters.isEmpty { object["filters"] = JSON(event.filters) }
        if !event.positions.isEmpty { object["positions"] = .array(event.positions.map { JSON($0) }) }
        if let origin, let identifier = event.queryID { origin.complete(&object, identifier) }
        return .object(object)
    }
}
