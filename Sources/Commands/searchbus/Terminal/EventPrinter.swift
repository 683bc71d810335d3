// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Prints the events of a subscription, a line each.
struct EventPrinter: Sendable {
    private let log: any EventLog
    private let prefixes: [TopicPrefix]
    private let session: String?
    private let limit: Int?
    private let isJSON: Bool
    private let terminal = Terminal.output

    init(log: any EventLog, prefixes: [TopicPrefix], session: String?, limit: Int?, isJSON: Bool) {
        self.log = log
        self.prefixes = prefixes
        self.session = session
        self.limit = limit
        self.isJSON = isJSON
    }

    /// Prints events until the limit is reached.
    ///
    /// - Parameter start: The place to begin after; `nil` begins with what comes from now on.
    /// - Throws: `SearchBusError` where the broker does not answer.
    func run(after start: SequenceNumber?) async throws {
        // This also finds out whether there is a broker: a subscription alone would wait for one.
        let head = try await log.latest(LatestQuery(prefixes, limit: 1)).head
        var subscription = try await log.subscribe(to: prefixes, after: start ?? head)
        var left = limit ?? .max
        while left > 0 {
            do {
                for event in try await subscription.next() where session == nil || event.topic.session == session {
                    guard left > 0 else { return }
                    left -= 1
                    show(event)
                }
            } catch let error as SearchBusError where [.trimmed, .diverged].contains(error.code) {
                Terminal.error.print("older events are no longer on the log: \(error.message)")
            } catch let error as SearchBusError where error.code == .epochChanged {
                Terminal.error.print("the log is a new one")
                subscription = try await log.subscribe(to: prefixes, after: .zero)
            }
        }
    }

    private func show(_ event: Event) {
        guard isJSON else {
            terminal.print(line(event))
            return
        }
        var line = Array(#"{"topic":"\#(event.topic)","event":"#.utf8)
        line += event.body
        line += Array("}\n".utf8)
        terminal.write(line)
    }

    /// An event on one line: when, where on the log, what, and as much of the data as fits.
    private func line(_ event: Event) -> String {
        let time = event.time.split(separator: "T").last?.prefix(12) ?? ""
        let place = event.sequence == .zero ? "-" : String(event.sequence.rawValue)
        let padding = String(repeating: " ", count: max(0, 7 - place.count))
        let head = "\(time) \(padding)\(place)  "
        let what = "\(event.topic)  \(event.typeSuffix)  "
        var data = Terminal.safe(String(decoding: event.dataBytes, as: UTF8.self))
        if let width = terminal.width {
            let room = max(16, width - head.count - what.count)
            if data.count > room { data = data.prefix(room - 1) + "…" }
        }
        return terminal.styled(head, .faint) + terminal.styled("\(event.topic)", .cyan) + "  \(event.typeSuffix)  "
            + data
    }
}
