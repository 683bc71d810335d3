// SPDX-License-Identifier: MIT

import AppModel
import ArgumentParser
import Bus
import Sinks
import Wire

struct SinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sink",
        abstract: "Show what receivers outside of the bus were sent and refused; send it again.",
        discussion: "Sinks are declared in the app file.",
        subcommands: [SinkListCommand.self, SinkLettersCommand.self, SinkResendCommand.self]
    )

    /// The sink of a name, of the running app.
    static func sink(_ name: String, of app: App?) throws -> Sink {
        let sinks = app?.sinks ?? []
        if let sink = sinks.first(where: { $0.name == name }) { return sink }
        let names = sinks.map(\.name)
        throw SearchBusError(
            .unknownAddressee,
            "The running app has no sink `\(name.prefix(80))`.",
            remedy: names.isEmpty
                ? "Declare it in the app file, under `sinks:`." : "Use one of: \(names.joined(separator: ", "))."
        )
    }
}

struct SinkListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the sinks: up to where they delivered, and their dead letters.",
        discussion: """
            `delivered` is a sequence number of the log; `searchbus status` tells what keeps a receiver from taking more.

            Exit codes: 0 done; 66 no such app; 69 no app runs.
            """
    )

    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        AsyncWork.report {
            let location = try options.location()
            let client = try location.connect()
            defer { client.close() }
            var table = Table([("sink", .left), ("delivered", .right), ("dead letters", .right), ("topics", .left)])
            var sinks: [JSON] = []
            for sink in location.runningApp()?.sinks ?? [] {
                let cursor = try await client.cursor(of: sink.name)
                let letters = try await DeadLetters(of: sink.name, on: client)
                table.add([
                    sink.name, "\(cursor.rawValue)", Quantity.count(letters.all.count),
                    sink.topics.map { Terminal.safe($0) }.joined(separator: " "),
                ])
                sinks.append([
                    "name": .string(sink.name), "topics": JSON(sink.topics), "delivered": .string(cursor.description),
                    "deadLetters": JSON(letters.all.count), "gaps": JSON(letters.gaps),
                ])
            }
            Terminal.show(
                ["sinks": .array(sinks)],
                asJSON: json,
                else: sinks.isEmpty ? ["The app has no sinks."] : table.lines
            )
        }
    }
}

struct SinkLettersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "letters",
        abstract: "List the dead letters of a sink: events that its receiver refused.",
        discussion: "Exit codes: 0 done; 66 no such app or sink; 69 no app runs."
    )

    @Argument(help: "The sink.") var sink: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        AsyncWork.report {
            let location = try options.location()
            let sink = try SinkCommand.sink(sink, of: location.runningApp())
            let client = try location.connect()
            defer { client.close() }
            let letters = try await DeadLetters(of: sink.name, on: client).all
            var table = Table([("sequence", .right), ("topic", .left), ("refused", .left), ("reason", .left)])
            for letter in letters {
                table.add([
                    "\(letter.sequence.rawValue)", Terminal.safe(letter.topic), Terminal.safe(letter.time),
                    Terminal.safe(letter.reason),
                ])
            }
            let list = letters.map { letter -> JSON in
                [
                    "sequence": .string(letter.sequence.description), "topic": .string(letter.topic),
                    "id": .string(letter.id), "time": .string(letter.time), "reason": .string(letter.reason),
                ]
            }
            Terminal.show(
                ["letters": .array(list)],
                asJSON: json,
                else: letters.isEmpty ? ["`\(sink.name)` has no dead letters."] : table.lines
            )
        }
    }
}

struct SinkResendCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resend",
        abstract: "Send dead letters of a sink again: all, or those of the sequence numbers.",
        discussion: """
            The sink sends them before newer events. `searchbus sink letters` shows what is refused again.

            Exit codes: 0 requested; 64 not a dead letter; 66 no such app or sink; 69 no app runs.
            """
    )

    @Argument(help: "The sink.") var sink: String
    @Argument(help: "Sequence numbers, as `searchbus sink letters` shows them.") var sequences: [String] = []
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        AsyncWork.report {
            let location = try options.location()
            let sink = try SinkCommand.sink(sink, of: location.runningApp())
            let client = try location.connect()
            defer { client.close() }
            let letters = try await DeadLetters(of: sink.name, on: client)
            let chosen =
                try sequences.isEmpty ? letters.all.map(\.sequence) : sequences.map { try Self.read($0, letters) }
            for start in stride(from: 0, to: chosen.count, by: SinkNotice.maximumResend) {
                let part = Array(chosen[start..<min(start + SinkNotice.maximumResend, chosen.count)])
                _ = try await client.append([
                    try SinkNotice(part).draft(.resend, of: sink.name, source: "/command/sink")
                ])
            }
            Terminal.show(
                ["requested": JSON(chosen.map(\.description))],
                asJSON: json,
                else: [
                    chosen.isEmpty
                        ? "`\(sink.name)` has no dead letters."
                        : "`\(sink.name)` sends \(Quantity.count(chosen.count, "event")) again."
                ]
            )
        }
    }

    private static func read(_ text: String, _ letters: DeadLetters) throws -> SequenceNumber {
        if let sequence = SequenceNumber(text), letters.letter(sequence) != nil { return sequence }
        throw SearchBusError(.invalidArgument, "No dead letter has the sequence number `\(text.prefix(40))`.")
    }
}
