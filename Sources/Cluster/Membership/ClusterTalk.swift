// SPDX-License-Identifier: MIT

import Bus
import Synchronization
import Wire

/// Announces this node on the bus, receives the announcements of others, and reports the shards that this node owns.
public final class ClusterTalk: Sendable {
    /// What there is to tell.
    public enum News: Sendable, Hashable {
        /// This node owns these shards from now on.
        case shards([Int], machines: [String])
        /// Another machine has this one's name.
        case nameTaken
    }

    private static let interval: Duration = .seconds(1)
    private static let tick: Duration = .milliseconds(250)

    private let endpoints: BusEndpoints
    private let clock = ContinuousClock()
    private let began: ContinuousClock.Instant
    private let member: Mutex<ClusterMember>

    /// - Parameters:
    ///   - member: This machine.
    ///   - endpoints: Where its broker is.
    public init(_ member: ClusterMember, endpoints: BusEndpoints) {
        self.member = Mutex(member)
        self.endpoints = endpoints
        began = clock.now
    }

    /// Talks and listens until the task is cancelled.
    public func run(_ tell: @escaping @Sendable (News) async -> Void) async {
        var view = ClusterView(member.withLock { $0 })
        var lag = LagWatch()
        var wasTaken = false
        while !Task.isCancelled {
            try? await talk(&view, &lag, &wasTaken, tell)
            view.connection(false, now: now)
            try? await Task.sleep(for: Self.tick)
        }
    }

    /// Announces that this node is about to end, so that no other one waits for it.
    public func leave() async {
        member.withLock { $0.isLeaving = true }
        guard let client = try? BusClient(endpoints: endpoints) else { return }
        defer { client.close() }
        try? await announce(client)
    }

    private var now: Duration { clock.now - began }

    private func talk(
        _ view: inout ClusterView,
        _ lag: inout LagWatch,
        _ wasTaken: inout Bool,
        _ tell: @Sendable (News) async -> Void
    ) async throws {
        let client = try BusClient(endpoints: endpoints)
        defer { client.close() }
        let topics = [TopicPrefix(.status, ClusterMember.name), TopicPrefix(.status, "broker")]
        let subscription = try await client.subscribe(to: topics, after: .zero)
        defer { subscription.cancel() }
        var announceAt = clock.now
        while !Task.isCancelled {
            view.connection(client.isConnected, now: now)
            if clock.now >= announceAt {
                announceAt = clock.now.advanced(by: Self.interval)
                // Its receipt shows whether the broker accepts it.
                Task { try? await announce(client) }
            }
            do {
                for event in try await subscription.next(until: min(announceAt, clock.now.advanced(by: Self.tick))) {
                    if take(event, &view, &lag) { announceAt = clock.now }
                }
            } catch let error as SearchBusError where [.trimmed, .diverged].contains(error.code) {
                // Nothing that is on the log matters here.
            }
            if view.tick(now: now) {
                let (shards, machines) = (view.shards, view.machines)
                member.withLock { $0.shards = shards }
                await tell(.shards(shards, machines: machines))
            }
            if view.isNameTaken != wasTaken {
                wasTaken = view.isNameTaken
                if wasTaken { await tell(.nameTaken) }
            }
        }
    }

    /// Processes an event; returns whether the others must be notified at once.
    private func take(_ event: Event, _ view: inout ClusterView, _ lag: inout LagWatch) -> Bool {
        guard let status = ProcessStatus(event) else { return false }
        if event.topic.component == ClusterMember.name {
            return ClusterMember(status).map { view.heard($0, now: now) } ?? false
        }
        let isOwn = status.machine == member.withLock { $0.machine }
        guard isOwn, let journal = status.journal else { return false }
        // A node that alone submits nothing receives the others' reports, and leaves the work to them.
        let isHeldBack = journal.isHeldBack == true
        if let takesEntries = journal.isAvailable {
            view.journal(takesEntries: takesEntries || isHeldBack, now: now)
        }
        guard let place = journal.place, let last = journal.last else { return false }
        let wasBehind = lag.isBehind
        lag.note(place: place, last: last, isHeldBack: isHeldBack, now: now)
        view.copy(isBehind: lag.isBehind)
        member.withLock { $0.isBehind = lag.isBehind }
        return lag.isBehind != wasBehind
    }

    private func announce(_ client: BusClient) async throws {
        let status = member.withLock { $0 }.status
        _ = try await client.append([try status.draft(source: "/\(ClusterMember.name)")])
    }
}
