// SPDX-License-Identifier: MIT

import Bus
import SearchIndex
import Wire

/// Where machines share a log, the indexes of a machine may lag behind what another has applied to its own, which was the
/// indexer until then.
extension IndexerWork {
    /// How many writes are read at once.
    private static let pageSize = 200
    /// For how long a machine knows at least that an index was deleted, in microseconds.
    private static let deletionMemory: Int64 = 7 * 86_400_000_000

    /// Applies the writes up to the cursor that the indexes of this machine lack, in the order of the log, since some concern
    /// two indexes; nothing else is passed over.
    ///
    /// Versions of others come first: the log may no longer have their writes. A write that has failed before fails
    /// again.
    ///
    /// - Throws: `SearchBusError`, with `busy` where an index has not come that is not here at all.
    func catchUp(to cursor: SequenceNumber) async throws {
        // Until this is done, their contents are unknown.
        reached = [:]
        try await awaitLook()
        var (plan, epoch) = try await self.plan(to: cursor)
        while try await hasArrived(plan) { (plan, epoch) = try await self.plan(to: cursor) }
        var place = plan.lowest
        while let page = try await writes(after: place, to: cursor, epoch) {
            var queue = makeQueue(isStrict: true)
            queue.add(page.events.filter { plan.step(for: $0) != .leave })
            while !queue.isEmpty { try await carryOutNext(of: &queue, plan, cursor) }
            place = page.through
        }
        reached = Dictionary(
            uniqueKeysWithValues: try target.stamps().compactMap { name, stamp in stamp.map { (name, $0) } }
        )
    }

    /// Notes up to which write indexes hold all of them now.
    func noteReached(_ names: Set<String>) throws {
        for name in names { reached[name] = try target.stamp(of: name) }
    }

    /// Applies the next writes of a queue, or reports that they cannot be applied.
    private func carryOutNext(of queue: inout WriteQueue, _ plan: CatchUpPlan, _ cursor: SequenceNumber) async throws {
        switch queue.step(at: .now) {
        case .wait(let wake): try await Task.sleep(until: wake ?? .now)
        case .apply(let turn):
            var outputs: [EventDraft]
            // A copy is a turn of its own.
            if let copy = turn.first, plan.step(for: copy) == .tell, let write = try? IndexTarget.Write(copy),
                let operation = write.operations.first
            {
                let error = SearchBusError(lateSource: write.index, of: operation, at: write.stamp.sequence)
                outputs = [try failure(error, of: copy)]
                queue.finish(turn)
            } else {
                outputs = try await carryOut(turn, &queue, after: cursor)
            }
            _ = queue.takeFinished()
            if !outputs.isEmpty { _ = try await log.append(outputs) }
        }
    }

    /// Waits for what others have of the indexes that a plan concerns; returns whether another plan is needed.
    private func hasArrived(_ plan: CatchUpPlan) async throws -> Bool {
        if try await awaitVersions(of: plan.concerned) { return true }
        guard !plan.elsewhere.isEmpty else { return false }
        let here = Set(try target.stamps().map(\.name))
        return plan.elsewhere.contains(where: here.contains)
    }

    /// What the indexes of this machine lack of the log up to a place, and the identity of the log.
    private func plan(to cursor: SequenceNumber) async throws -> (plan: CatchUpPlan, epoch: String) {
        let memory = Timestamp(microseconds: Timestamp.now().microseconds - Self.deletionMemory).description
        let (names, epoch) = try await writtenNames(after: memory)
        var plan = CatchUpPlan(
            stamps: try target.stamps(),
            epoch: epoch,
            cursor: cursor,
            memory: memory,
            presence: { [target] name in target.presence(of: name) }
        )
        var place = plan.start(for: names)
        while let page = try await writes(after: place, to: cursor, epoch) {
            for event in page.events where event.sequence <= cursor { plan.look(at: event) }
            place = page.through
        }
        return (plan, epoch)
    }

    /// The indexes that the log has writes to, those that are not here only where they are of after a moment; and the identity
    /// of the log.
    private func writtenNames(after moment: String) async throws -> (names: [String], epoch: String) {
        var names: [String] = []
        var place = SequenceNumber.zero
        while true {
            let page = try await log.latest(LatestQuery(Self.inputs, after: place, limit: Self.pageSize))
            names += page.events.filter { $0.time > moment || target.directory.exists($0.topic.component) }
                .map(\.topic.component)
            guard page.hasMore, let last = page.events.last else { return (names, page.epoch) }
            place = last.sequence
        }
    }

    /// The next writes; `nil` where there are none up to the cursor, or the log is another one.
    private func writes(
        after place: SequenceNumber,
        to cursor: SequenceNumber,
        _ epoch: String
    ) async throws -> ReplayPage? {
        guard place < cursor else { return nil }
        let page = try await log.replay(ReplayQuery(Self.inputs, after: place, limit: Self.pageSize))
        // A page that gets no further is the last.
        guard page.epoch == epoch, page.through > place else { return nil }
        return page
    }
}

extension IndexTarget {
    /// The write that each index comes from; `nil` for one that comes from none.
    func stamps() throws -> [(name: String, stamp: IndexStamp?)] {
        try directory.list().filter(\.isReadable).map { ($0.name, $0.stamp) }
    }

    /// The write that an index comes from; `nil` where it comes from none, or is not here.
    func stamp(of name: String) throws -> IndexStamp? {
        directory.exists(name) ? try directory.summary(of: name).stamp : nil
    }

    /// What this machine has of an index that is not among those.
    func presence(of name: String) -> IndexPresence {
        let isElsewhere = IndexPresence.isElsewhere(
            isNoted: { directory.newerVersion(of: name) != nil },
            isHere: { directory.exists(name) }
        )
        if isElsewhere { return .elsewhere }
        if let primary = directory.index(ofReplica: name) { return .replica(of: primary) }
        guard let time = directory.deletionTime(of: name) else { return .lacking }
        return .deleted(at: "\(Timestamp(microseconds: Int64(time / .microseconds(1))))")
    }
}
