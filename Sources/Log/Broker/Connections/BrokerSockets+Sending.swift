// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime

/// Sending: what is queued for a peer is sent by the next `flush`, or, of what may wait, with the next message or a little later.
extension BrokerSockets {
    /// How long events that may wait do so.
    private static let lateTime: Duration = .milliseconds(20)

    /// Queues an event for those who have subscribed to it; one for which too much waits reads it from the log.
    func publish(_ publication: Publication) {
        let topic = Array(publication.topic.utf8)
        let isHeartbeat = publication.topic == Heartbeat.topic
        var message: EncodedMessage?
        publications += 1
        subscriptions.forEach(matching: topic) { entry in
            guard let peer = peers[entry.peer] else { return }
            if peer.publication != publications {
                peer.publication = publications
                let hasRoom = OutgoingBudget.lets(held: peer.outgoing.count, inAll: heldBytes)
                if peer.gate.lets(isStored: publication.isStored, hasRoom: hasRoom) {
                    if isHeartbeat { peer.gate.heartbeatIsOut() }
                    let encoded = message ?? EncodedMessage([MessageBody(topic), publication.body])
                    message = encoded
                    queue(encoded, for: peer)
                } else if publication.isStored {
                    withheld += 1
                }
            }
            if entry.isLate { delay(peer) } else { hasten(peer) }
        }
        if isHeartbeat { openGates() }
    }

    /// Lets those who have read everything continue that do not subscribe to heartbeats.
    private func openGates() {
        for peer in peers.values where peer.gate.isClosed && peer.publication != publications {
            if peer.outgoing.isEmpty { peer.gate.heartbeatIsOut() }
        }
    }

    func publishEcho(_ nonce: String) {
        let body = MessageBody(Array(#"{"nonce":"\#(nonce)"}"#.utf8))
        publish(Publication(topic: "echo/\(nonce)/", body: body, isStored: false))
    }

    /// Queues an answer; returns whether its client can get it, which otherwise repeats the command.
    func answer(_ client: BrokerClient, _ frames: [MessageBody]) -> Bool {
        guard let peer = peers[client.peer], OutgoingBudget.lets(held: peer.outgoing.count, inAll: heldBytes) else {
            return false
        }
        queue(EncodedMessage([MessageBody(client.correlation)] + frames), for: peer)
        hasten(peer)
        return true
    }

    func queue(_ message: EncodedMessage, for peer: Peer) {
        if peer.outgoing.isEmpty { peer.progressAt = clock.now }
        peer.outgoing.append(message)
        heldBytes += message.count
    }

    /// Has what waits for a peer sent with the next message, or a little later.
    private func delay(_ peer: Peer) {
        guard !peer.isDirty, !peer.isLate, !peer.isBlocked, !peer.outgoing.isEmpty else { return }
        peer.isLate = true
        late.append(peer)
        if lateDeadline == nil { lateDeadline = clock.now.advanced(by: Self.lateTime) }
    }

    /// Has what waits for a peer sent by the next `flush`.
    func hasten(_ peer: Peer) {
        guard !peer.isDirty, !peer.isBlocked, !peer.outgoing.isEmpty else { return }
        peer.isDirty = true
        dirty.append(peer)
    }

    func sendLate() {
        for peer in late where peer.isLate { send(to: peer) }
        late = []
        lateDeadline = nil
    }

    /// Sends what was queued, as far as peers take it: answers first, since a process that gets an event may take the processor
    /// from the broker for as long as it folds.
    func flush() {
        guard !dirty.isEmpty else { return }
        for peer in dirty where peer.socket.role == .router { send(to: peer) }
        for peer in dirty where peer.isDirty { send(to: peer) }
        dirty.removeAll(keepingCapacity: true)
        guard !late.isEmpty else { return }
        late.removeAll { !$0.isLate }
        if late.isEmpty { lateDeadline = nil }
    }

    func send(to peer: Peer) {
        (peer.isDirty, peer.isLate) = (false, false)
        guard peers[peer.id] != nil, !peer.outgoing.isEmpty else { return }
        let held = peer.outgoing.count
        let (hasSent, failure) = peer.outgoing.send(to: peer.descriptor)
        heldBytes -= held - peer.outgoing.count
        if hasSent { peer.progressAt = clock.now }
        if let failure, failure != EAGAIN { return disconnect(peer) }
        guard peer.isBlocked != (failure != nil) else { return }
        peer.isBlocked.toggle()
        epoll.change(peer.descriptor, key: UInt64(peer.id), isReading: true, isWriting: peer.isBlocked)
    }

    /// Sends the answers that wait to those who take them, for at most half a second, before the broker ends.
    func drain() {
        flush()
        sendLate()
        let end = clock.now.advanced(by: .milliseconds(500))
        while clock.now < end {
            let waiting = peers.values.filter { !$0.outgoing.isEmpty && $0.socket.role == .router }
            guard !waiting.isEmpty else { return }
            var items = waiting.map { pollfd(fd: $0.descriptor, events: Int16(POLLOUT), revents: 0) }
            poll(&items, nfds_t(items.count), 50)
            for (item, peer) in zip(items, waiting) where item.revents != 0 { send(to: peer) }
        }
    }
}
