// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Bus
import Glibc
import Runtime
import Wire
import ZeroMQ

extension BrokerLoop {
    /// Does what is due, and a step of trimming where the log is too large.
    func runTimers() throws {
        for work in timers.take(now: clock.now) {
            switch work {
            case .heartbeat: try publishHeartbeat()
            case .status: try publishStatus()
            case .size: measure()
            case .expiry: expire()
            }
        }
        guard store.isOverLimit else { return }
        do {
            store.isOverLimit = try store.trim() && store.usedBytes() > configuration.retentionBytes
        } catch {
            // Trimming that fails is tried again when the size is next looked at.
            store.isOverLimit = false
            Executable.say("The log could not be trimmed: \(error)")
        }
    }

    private func publishHeartbeat() throws {
        let (heads, since) = store.channels.heads()
        let heartbeat = Heartbeat(
            epoch: store.epoch,
            instance: instance,
            head: store.head,
            heads: heads,
            since: since
        )
        try publishOwn(Heartbeat.topic, type: Heartbeat.type, data: heartbeat.json)
    }

    private func publishStatus() throws {
        let data: JSON = [
            "name": "broker", "role": "broker", "pid": JSON(Int(getpid())), "uptimeSeconds": .number(statistics.uptime),
            "memoryBytes": JSON(ProcessMemory.privateBytes()),
            "eventsPerSecond": .number(statistics.takeRate()), "head": .string(store.head.description),
            "log": statistics.json(
                trimmed: store.mark,
                events: store.approximateCount,
                heldBytes: outgoing.held
            ),
            "cursors": .object(
                JSONObject(
                    ((try? store.allCursors()) ?? [:]).sorted { $0.key < $1.key }
                        .map { ($0.key, .string($0.value.description)) }
                )
            ),
        ]
        try publishOwn("status/broker/", type: "searchbus.status.process", data: data)
    }

    private func publishOwn(_ topic: String, type: String, data: JSON) throws {
        let attributes: JSON = ["id": .string(Identifier.make()), "source": "/broker", "type": .string(type)]
        var body: [UInt8] = Array(#"{"specversion":"1.0","#.utf8)
        attributes.object?.writeMembers(to: &body)
        body += Array(
            #","time":"\#(Timestamp.now())","datacontenttype":"application/json","epoch":"\#(store.epoch)","data":"#
                .utf8
        )
        data.write(to: &body)
        body.append(UInt8(ascii: "}"))
        try publish(Publication(topic: topic, body: body, isStored: false))
    }

    private func measure() {
        guard let bytes = try? store.usedBytes() else { return }
        statistics.bytes = bytes
        store.isOverLimit = bytes > configuration.retentionBytes
    }

    private func expire() {
        let lifetime = configuration.sessionLifetime.components.seconds
        let moment = Timestamp(microseconds: Timestamp.now().microseconds - lifetime * 1_000_000)
        do {
            _ = try store.expireSessions(idleSince: moment)
        } catch {
            Executable.say("Idle sessions could not be taken away: \(error)")
        }
    }
}
