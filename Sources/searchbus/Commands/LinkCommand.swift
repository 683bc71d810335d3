// SPDX-License-Identifier: MIT
// Part of SearchBus.

import ArgumentParser
import Foundation
import Runtime
import Supervisor
import Wire

/// Makes a link that opens the console.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Make a new link that opens the console of a running app.",
        discussion: """
            Only somebody who may read the data directory can make links.

            Exit codes: 0 done; 69 no app runs; 77 the gateway refuses.
            """
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let location = try options.location()
            guard let state = SupervisorState.running(in: location.runtime),
                let known = state.link.flatMap(URL.init(string:)), let host = known.host
            else {
                throw SearchBusError(
                    .brokerUnavailable,
                    "No app runs on \(location.data).",
                    remedy: "Start it with `searchbus up`."
                )
            }
            let port = UInt16(exactly: known.port ?? 80) ?? 80
            let response = try LoopbackRequest(
                host: host,
                port: port,
                path: "/api/links",
                bearer: Self.key(in: location)
            )
            .send()
            let link = try Self.link(response, known: known)
            Terminal.output.print(json ? (["link": .string(link)] as JSON).text : link)
        }
    }

    /// The key that programs show to the gateway; none where it asks for none.
    private static func key(in location: AppLocation) -> String? {
        AtomicFile.read("\(location.data)/gateway.secret").flatMap { try? JSON(parsing: $0)["bearer"]?.string }
    }

    /// The link in an answer; a relative one is completed.
    static func link(_ response: LoopbackRequest.Response, known: URL) throws -> String {
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
