// SPDX-License-Identifier: MIT

import ArgumentParser
import Bus
import Components
import Runtime
import Wire

struct SendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send an intent to a widget and wait for its outcome.",
        discussion: """
            For example: searchbus send my-session box set-query '{"query":"sam"}'. A new session is started first.

            Exit codes: 0 applied or unchanged; 64 rejected, or an invalid argument; 65 the data are not JSON; 66 \
            the app has no such widget; 69 no app runs; 70 no outcome in time: the intent is on the log and will be \
            applied.
            """
    )

    @Argument(help: "The session.") var session: String
    @Argument(help: "The widget, searcher or filter state.", completion: .custom(Completions.addressees))
    var widget: String
    @Argument(help: "The intent, such as set-query.") var intent: String
    @Argument(help: "The data, as a JSON object.") var data: String?
    @Option(help: "Timeout in seconds for the outcome.") var timeout = 5.0
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func validate() throws {
        guard timeout > 0, timeout <= 3600 else { throw ValidationError("--timeout is 0 to 3600 seconds.") }
    }

    func run() {
        AsyncWork.report {
            let location = try options.location()
            let client = try location.connect()
            defer { client.close() }
            let sender = IntentSender(log: client, app: location.runningApp(), timeout: .seconds(timeout))
            let details = try Self.details(data)
            let (receipt, outcome) = try await sender.send(intent, data: details, to: widget, session: session)
            if json { Terminal.output.print(receipt.json(outcome).text) }
            if let rejection = outcome.rejection { throw rejection }
            if !json { Terminal.output.print(outcome.result.rawValue) }
        }
    }

    static func details(_ text: String?) throws -> JSON {
        guard let text else { return [:] }
        do {
            let value = try JSON(parsing: text)
            guard value.object != nil else {
                throw SearchBusError(
                    .invalidArgument,
                    "The data are not a JSON object.",
                    remedy: #"Write for example '{"query":"sam"}'."#
                )
            }
            return value
        } catch let error as JSONError {
            throw SearchBusError(
                .malformedJSON,
                "The data are not JSON: \(error).",
                remedy: #"Write for example '{"query":"sam"}'."#
            )
        }
    }
}
