// SPDX-License-Identifier: MIT

import Bus
import CurlClient
import Foundation
import Runtime
import Supervisor
import Wire

/// Links that open the console of a running app, and the key by which they are asked for.
enum ConsoleLink {
    /// Has the gateway make a link to the console.
    ///
    /// - Throws: `SearchBusError` where no app runs, or the gateway refuses.
    static func make(at location: AppLocation) throws -> String {
        try make(at: location, body: .object(JSONObject())).url
    }

    /// Has the gateway make a link.
    ///
    /// - Throws: `SearchBusError` where no app runs, or the gateway refuses.
    static func make(at location: AppLocation, body: JSON) throws -> (url: String, answer: JSON) {
        guard let state = SupervisorState.running(in: location.runtime),
            let known = state.link.flatMap(URL.init(string:)),
            let address = ListenAddress.read(from: location.runtime)
        else {
            throw SearchBusError(
                .brokerUnavailable,
                "No app runs on \(location.data).",
                remedy: "Start it with `searchbus up`."
            )
        }
        let request = LoopbackRequest(address: address, path: "/api/links", bearer: key(in: location), body: body)
        let response = try request.send()
        let url = try link(response, known: known)
        var answer = (try? JSON(parsing: response.body).object) ?? JSONObject()
        answer["url"] = .string(url)
        return (url, .object(answer))
    }

    /// The key that programs show to the gateway; none where it asks for none, or has not run yet.
    static func key(in location: AppLocation) -> String? {
        (try? Files.read("\(location.data)/gateway.secret")).flatMap { try? JSON(parsing: $0)["bearer"]?.string }
    }

    /// The link in an answer; a relative one is completed.
    ///
    /// - Throws: `SearchBusError` for an answer that is a refusal.
    static func link(_ response: HTTPResponse, known: URL) throws -> String {
        let body = try? JSON(parsing: response.body)
        guard (200..<300).contains(response.status), let link = body?["url"]?.string else {
            let problem = body.flatMap { try? SearchBusError(json: $0) }
            let detail = body?["detail"]?.string ?? "The gateway answered with status \(response.status)."
            throw SearchBusError(
                problem?.code ?? (response.status == 401 ? .unauthorized : .notPermitted),
                detail,
                remedy: problem?.remedy
            )
        }
        return URL(string: link, relativeTo: known)?.absoluteString ?? link
    }
}
