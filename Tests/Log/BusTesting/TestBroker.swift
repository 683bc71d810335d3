// SPDX-License-Identifier: MIT

import Broker
import Bus
import Foundation
import Synchronization
import Wire

/// A real broker in the test's own process, with a log of its own, that can be stopped and started again.
public final class TestBroker: @unchecked Sendable {
    /// Where the log and the sockets live.
    public let folder: String
    /// What `configure` returned beside the configuration at the last start.
    public private(set) var attachment: AnyObject?
    private let configure: Configure
    private let retentionBytes: Int?
    private var server: BrokerServer?
    private let ended = DispatchSemaphore(value: 0)
    private let lastError = Failure()

    /// What ended the broker.
    private final class Failure: Sendable {
        private let error = Mutex<(any Error)?>(nil)
        func withLock<Value>(_ body: (inout sending (any Error)?) -> sending Value) -> Value { error.withLock(body) }
    }

    /// Changes the configuration of a start.
    public typealias Configure = (BrokerConfiguration) throws -> (BrokerConfiguration, AnyObject?)

    /// Starts a broker.
    ///
    /// - Parameters:
    ///   - folder: The folder of its log; a new one by default.
    ///   - retentionBytes: The size above which the oldest events go; `nil` for the usual one.
    ///   - configure: Changes the configuration, at each start.
    /// - Throws: Errors of the broker.
    public init(
        in folder: String? = nil,
        retentionBytes: Int? = nil,
        configure: @escaping Configure = { ($0, nil) }
    ) throws {
        self.configure = configure
        self.retentionBytes = retentionBytes
        self.folder = folder ?? "/tmp/searchbus-test-\(Identifier.make(length: 10))"
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Where the sockets are.
    public var runtimeDirectory: String { "\(folder)/run" }

    /// Starts the broker again on the same log; returns when it listens.
    public func start() throws {
        let (configuration, attachment) = try configure(
            BrokerConfiguration(
                dataDirectory: "\(folder)/data",
                runtimeDirectory: runtimeDirectory,
                retentionBytes: retentionBytes ?? 256 << 20
            )
        )
        self.attachment = attachment
        let server = try BrokerServer(configuration)
        self.server = server
        let start = DispatchSemaphore(value: 0)
        lastError.withLock { $0 = nil }
        Thread { [weak self, ended, lastError] in
            // The server holds the data directory's lock, so nothing here may keep it after it has stopped.
            do {
                try self?.server?.run { start.signal() }
            } catch {
                lastError.withLock { $0 = error }
            }
            ended.signal()
            // One that never listened must not be waited for.
            start.signal()
        }.start()
        start.wait()
        guard let error = lastError.withLock({ $0 }) else { return }
        ended.wait()
        self.server = nil
        throw error
    }

    /// Waits until the broker ends by itself; returns the error.
    public func failure() async -> SearchBusError? {
        await withCheckedContinuation { continuation in
            Thread { [ended, lastError] in
                ended.wait()
                ended.signal()
                continuation.resume(returning: lastError.withLock { $0 } as? SearchBusError)
            }.start()
        }
    }

    /// Stops the broker; returns when its sockets are closed.
    public func stop() {
        guard let server else { return }
        server.stop()
        ended.wait()
        self.server = nil
    }

    /// A client of the broker.
    public func client() throws -> BusClient {
        try BusClient(endpoints: BusEndpoints(runtimeDirectory: runtimeDirectory), requestTimeout: .seconds(20))
    }
}

extension EventLog {
    /// Appends an intent as an outsider would; returns its ID.
    @discardableResult
    public func send(_ type: String, to component: String, session: String, _ data: JSON = [:]) async throws -> String {
        let draft = EventDraft(
            topic: try Topic(.intent, component, session: session),
            id: Identifier.make(),
            source: "/test",
            type: "searchbus.intent.\(type)",
            data: data.bytes
        )
        _ = try await append([draft])
        return draft.id
    }

    /// The last data of a topic, or `nil` if it is missing.
    public func last(_ kind: Topic.Kind, _ component: String, session: String) async throws -> JSON? {
        try await latest(LatestQuery([TopicPrefix(kind, component)], session: session)).events.last?.data()
    }

    /// The first event of a subscription that meets a condition.
    public func first(
        under prefix: TopicPrefix,
        where condition: (Event) throws -> Bool
    ) async throws -> Event {
        let subscription = try await subscribe(to: [prefix], after: .zero)
        defer { subscription.cancel() }
        while true {
            for event in try await subscription.next() where try condition(event) { return event }
        }
    }
}
