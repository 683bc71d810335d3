// SPDX-License-Identifier: MIT

import ArgumentParser
import Broker
import Bus
import Runtime
import Wire

struct SessionShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a session: its events on the log, and its views.",
        discussion: """
            The events under each topic, and the last view of each widget. With --json the complete views, filter \
            states and requests, by their topics.

            Exit codes: 0 done; 66 no such app or session; 74 a damaged log.
            """
    )

    @Argument(help: "The session.") var session: String
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let log = try SessionLog(dataDirectory: try options.location().data)
            let summary = try log.session(session)
            if json { try printJSON(log, summary) } else { try printTable(log, summary) }
        }
    }

    /// Goes through the topics, a page of them in memory at a time.
    private func forEachTopic(_ log: SessionLog, _ body: (SessionLog.TopicSummary, Event) throws -> Void) throws {
        var last = ""
        while true {
            let page = try log.topics(of: session, after: last)
            guard let end = page.last else { return }
            for topic in page { try body(topic, Event(topic: Topic(parsing: topic.topic), body: topic.body)) }
            last = end.topic
        }
    }

    private func printTable(_ log: SessionLog, _ summary: SessionLog.Summary) throws {
        Terminal.output.print(
            "\(summary.name): \(Quantity.count(summary.events)) events (\(Quantity.bytes(summary.bytes))), the last at "
                + "\(summary.lastActivity)"
        )
        var table = Table([("topic", .left), ("events", .right), ("last event", .left), ("data", .left)])
        let width = (Terminal.output.width ?? 160) / 2
        try forEachTopic(log) { topic, event in
            let data = Terminal.safe(String(decoding: event.dataBytes.prefix(width * 4), as: UTF8.self))
            table.add([
                "\(event.topic.kind.rawValue)/\(event.topic.component)", Quantity.count(topic.events),
                String(topic.lastActivity.description.prefix(19)), data.count > width ? data.prefix(width) + "…" : data,
            ])
        }
        for line in table.lines { Terminal.output.print(line) }
    }

    private func printJSON(_ log: SessionLog, _ summary: SessionLog.Summary) throws {
        let members = summary.json.bytes.dropLast() + Array(#","topics":{"#.utf8)
        Terminal.output.write(Array(members))
        var isFirst = true
        try forEachTopic(log) { topic, event in
            var line = Array((isFirst ? "\n" : ",\n").utf8)
            line += Array(
                #""\#(event.topic.kind.rawValue)/\#(event.topic.component)":{"events":\#(topic.events),"#.utf8
            )
            line += Array(#""lastActivity":"\#(topic.lastActivity)","data":"#.utf8) + event.dataBytes + Array("}".utf8)
            Terminal.output.write(line)
            isFirst = false
        }
        Terminal.output.write("}}\n")
    }
}
