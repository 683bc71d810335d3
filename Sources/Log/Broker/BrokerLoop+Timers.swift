// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire

extension BrokerLoop {
    /// Does what is due, and a step of trimming where the log is too large.
    func runTimers() throws {
        for work in timers.take(now: clock.now) {
            switch work {
            case .heartbeat: try publishHeartbeat()
            case .status:
                probeDisk()
                checkSockets()
                try publishStatus()
            case .size:
                store.ages.advance(to: store.environment.elapsed(), head: store.head)
                try store.checkFiles()
                probeDisk()
                measure()
            case .activity:
                writeActivity()
                statistics.sessions = (try? store.sessionCount()) ?? statistics.sessions
            case .expiry:
                // What cannot be written now is a minute late the next time.
                try? store.writeAges()
                expire(after: configuration.sessionLifetime, idleThrough: store.ages.idleSessions)
            }
        }
        // What cannot be written now is trimmed later.
        guard store.obstacle == nil else { return }
        if store.hasMuchActivity { writeActivity() }
        // Events that are being removed free space: nothing else must be removed until they are.
        if hasToRemove { return try removeSome() }
        if isOverShare { trimQuestions() }
        if isOverLimit { try trim() }
    }

    /// Whether events must be removed, because their session was deleted or to keep the log small.
    var hasToTrim: Bool { store.obstacle == nil && (hasToRemove || isOverLimit || isOverShare) }

    private var isOverShare: Bool { !isShareHeld && store.retention.questions.bytes > questionLimit }

    private var questionLimit: Int { QuestionShare.limit(of: configuration.retentionBytes) }

    /// A step towards the share of the log that questions and answers may have; one that fails is tried again when the size
    /// is next looked at.
    private func trimQuestions() {
        do {
            isShareHeld = try !store.trimQuestions(
                to: QuestionShare.goal(below: questionLimit),
                waitingThrough: store.ages.pastMinute
            )
        } catch {
            isShareHeld = true
            Executable.warn("The log could not be trimmed: \(error)")
        }
    }

    private func writeActivity() {
        // What cannot be written now is found again from the events.
        try? store.writeActivity()
    }

    /// A step towards the size that the log may have; where nothing else can go, the sessions that are idle longest go.
    private func trim() throws {
        do {
            guard try !store.trim(receiptsThrough: store.ages.oldReceipts) else {
                isOverLimit = try store.usedBytes() > configuration.retentionBytes
                return
            }
        } catch {
            // Trimming that fails is tried again when the size is next looked at.
            isOverLimit = false
            Executable.warn("The log could not be trimmed: \(error)")
            return
        }
        let before = statistics.expired
        expire(after: Self.minimumIdleTime, idleThrough: store.ages.pastMinute)
        try carryOutEntries()
        isOverLimit = try statistics.expired > before && store.usedBytes() > configuration.retentionBytes
    }

    private func publishHeartbeat() throws {
        let (heads, since) = store.channels.heads()
        let heartbeat = Heartbeat(
            epoch: store.epoch,
            instance: instance,
            head: store.head,
            heads: heads,
            since: since,
            version: Release.version
        )
        try publishOwn(Heartbeat.topic, type: Heartbeat.type, data: heartbeat.json)
    }

    /// How far the wall clock is off, in seconds; warns once where it was set.
    private func watchClock() -> Int64 {
        let off = clockWatch.note(wall: Timestamp.now().microseconds / 1000, steady: store.ages.time) / 1000
        if off != 0, clockOffset == 0 {
            Executable.warn(
                """
                The system clock was set by \(off) s. Nothing is deleted earlier for it: ages are counted in steady time. \
                Events get the clock's time; check the machine's time synchronization.
                """
            )
        }
        clockOffset = off
        return off
    }

    private func publishStatus() throws {
        var status = ProcessStatus(name: "broker", role: "broker")
        (status.uptimeSeconds, status.eventsPerSecond) = (statistics.uptime, statistics.takeRate())
        status.head = store.head.description
        status.log = statistics.status(
            trimmed: store.retention.mark,
            events: store.eventCount,
            questionBytes: store.retention.questions.bytes,
            withheld: sockets.withheld,
            heldBytes: sockets.heldBytes,
            disk: DiskFigures(log: store.path)
        )
        (status.subscriptions, status.clockOffsetSeconds) = (sockets.subscriptionCount, Int(watchClock()))
        status.problems = problems.all
        status.journal = journal.status(at: clock.now)
        if journal.isShared {
            announce("status/broker/", type: ProcessStatus.eventType, data: status.json)
        } else {
            // Cursors are many, and those that host them tell them too: other brokers are spared them.
            status.cursors = ((try? store.allCursors()) ?? [:]).mapValues(\.description)
        }
        try publishOwn("status/broker/", type: ProcessStatus.eventType, data: status.json)
    }

    /// Tells the other brokers what this one says of itself.
    private func announce(_ topic: String, type: String, data: JSON) {
        let header: JSON = ["op": "append", "topics": [.string(topic)]]
        journal.announce([header.bytes, attributes(type).bytes, data.bytes])
    }

    private func attributes(_ type: String) -> JSON {
        ["id": .string(Identifier.make()), "source": "/broker", "type": .string(type)]
    }

    private func publishOwn(_ topic: String, type: String, data: JSON) throws {
        var body: [UInt8] = Array(#"{"specversion":"1.0","#.utf8)
        attributes(type).object?.writeMembers(to: &body)
        body += Array(
            #","time":"\#(Timestamp.now())","datacontenttype":"application/json","epoch":"\#(store.epoch)","data":"#
                .utf8
        )
        data.write(to: &body)
        body.append(UInt8(ascii: "}"))
        sockets.publish(Publication(topic: topic, body: MessageBody(body), isStored: false))
    }

    func measure() {
        isRemovalHeld = false
        guard let bytes = try? store.usedBytes() else { return }
        statistics.bytes = bytes
        isShareHeld = false
        isOverLimit = bytes > configuration.retentionBytes
    }

    /// Has a few sessions deleted that were idle for so long.
    ///
    /// - Parameters:
    ///   - lifetime: How long, where machines share the log and its times decide.
    ///   - place: The last sequence number of such a session, where this log is the only one.
    private func expire(after lifetime: Duration, idleThrough place: SequenceNumber) {
        guard store.removals.isEmpty else {
            return timers.hasten(.expiry, to: clock.now.advanced(by: Self.expiryPause))
        }
        do {
            try journal.deleteSessions(idleFor: lifetime, through: place, at: clock.now)
        } catch {
            Executable.warn("Idle sessions could not be deleted: \(error)")
        }
    }

    func tellExpired(_ sessions: [String]) throws {
        guard !sessions.isEmpty else { return }
        statistics.expired += sessions.count
        let data = SessionsDeleted(sessions, through: store.retention.expired).json
        try publishOwn(SessionsDeleted.topic, type: SessionsDeleted.eventType, data: data)
    }
}
