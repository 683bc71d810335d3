// SPDX-License-Identifier: MIT

import Bus
import Wire

/// Appends to a relay and receives what it publishes, all on the calling thread, the same way for both relays: so what differs
/// between two measurements is the relay.
final class RelayClient {
    private static let patience: Int64 = 10_000_000_000

    private let dealer: Socket<Dealer>
    private let subscriber: Socket<Sub>
    /// After the sockets, which must be closed before it goes.
    private let context: Context
    private var correlation = 0

    /// Connects to a relay.
    ///
    /// - Throws: `ZeroMQError` where the process has no descriptors left.
    init(_ endpoints: BusEndpoints) throws {
        let context = try Context()
        dealer = try Socket(context)
        try dealer.setImmediate()
        try dealer.setSendLimit(10_000)
        try dealer.setReceiveLimit(10_000)
        try dealer.setLinger(milliseconds: 0)
        try dealer.setReconnect(milliseconds: 5, longest: 20)
        try dealer.connect(endpoints.commands)
        subscriber = try Socket(context)
        try subscriber.setSendLimit(0)
        try subscriber.setReceiveLimit(0)
        try subscriber.setLinger(milliseconds: 0)
        try subscriber.setReconnect(milliseconds: 5, longest: 20)
        try subscriber.connect(endpoints.events)
        self.context = context
    }

    /// Appends until an event comes back, which proves that the relay works and the subscription is in force.
    ///
    /// - Throws: `SearchBusError` where none comes.
    func join(_ writer: inout AppendWriter) throws {
        try subscriber.subscribe(AppendWriter.topic)
        let deadline = Stopwatch.now() + Self.patience
        while try roundTrip(writer.append(of: 1), patience: 50_000_000) == nil {
            guard Stopwatch.now() < deadline else { throw Self.silence }
        }
        // What was sent before the subscription was in force may still be on its way.
        Stopwatch.sleep(milliseconds: 20)
        while try subscriber.receive() != nil {}
        while try dealer.receive() != nil {}
    }

    func leave() throws { try subscriber.unsubscribe(AppendWriter.topic) }

    // MARK: One at a time

    /// The nanoseconds from each append to its event at the subscriber, one append at a time.
    ///
    /// - Throws: `SearchBusError` where the relay falls silent.
    func latencies(of appends: [[[UInt8]]]) throws -> [Int64] {
        try appends.map { append in
            guard let time = try roundTrip(append, patience: Self.patience) else { throw Self.silence }
            return time
        }
    }

    /// Appends and waits until both the event and the acknowledgement are there.
    private func roundTrip(_ append: [[UInt8]], patience: Int64) throws -> Int64? {
        var poller = Poller()
        let eventPlace = poller.add(subscriber)
        let replyPlace = poller.add(dealer)
        var start = Stopwatch.now()
        let deadline = start + Self.patience
        while try !send(append) {
            guard Stopwatch.now() < deadline else { return nil }
            Stopwatch.sleep(milliseconds: 1)
            start = Stopwatch.now()
        }
        var heard: Int64?
        var isAcknowledged = false
        while heard == nil || !isAcknowledged {
            try poller.wait(milliseconds: Int(patience / 1_000_000))
            if poller.isReadable(eventPlace), try subscriber.receive() != nil { heard = Stopwatch.now() - start }
            if poller.isReadable(replyPlace), let reply = try dealer.receive() {
                try Self.check(reply)
                isAcknowledged = true
            }
            if Stopwatch.now() - start > patience { return nil }
        }
        return heard
    }

    private func send(_ append: [[UInt8]]) throws -> Bool {
        correlation += 1
        return try dealer.send([Array("\(correlation)".utf8)] + append)
    }

    // MARK: Many at once

    /// The nanoseconds that appends take with this many in flight.
    ///
    /// - Throws: `SearchBusError` where the relay falls silent.
    func duration(of appends: [[[UInt8]]], outstanding: Int) throws -> Int64 {
        var poller = Poller()
        _ = poller.add(dealer)
        let start = Stopwatch.now()
        var sent = 0
        var acknowledged = 0
        while acknowledged < appends.count {
            while sent < appends.count, sent - acknowledged < outstanding, try send(appends[sent]) { sent += 1 }
            try poller.wait(milliseconds: 1000)
            let before = acknowledged
            while let reply = try dealer.receive() {
                try Self.check(reply)
                acknowledged += 1
            }
            if acknowledged == before, Stopwatch.now() - start > 6 * Self.patience { throw Self.silence }
        }
        return Stopwatch.now() - start
    }

    /// Refuses the broker's refusals; the yardstick's answers have no header to look at.
    private static func check(_ reply: [[UInt8]]) throws {
        guard reply.count > 1, reply[1].starts(with: #"{"status":"error""#.utf8) else { return }
        throw try SearchBusError(json: JSON(parsing: reply[1]).required("error"))
    }

    private static var silence: SearchBusError {
        SearchBusError(.brokerUnavailable, "A measured relay does not respond.")
    }
}
