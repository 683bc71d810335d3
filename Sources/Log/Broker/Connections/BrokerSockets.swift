// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire

/// The broker's sockets: a ROUTER for commands and an XPUB for events, with the connections of all peers.
///
/// Everything happens on the broker's thread. What is published or answered is queued, and sent by `flush`, so that a peer gets
/// what one turn has for it with one call to the system. No peer is waited for.
final class BrokerSockets {
    /// The maximum sizes of a command.
    private static let commandLimits = ZMTPStateMachine.Limits(
        frame: ReceivedCommand.maximumDataSize + 65_536,
        message: (frames: BrokerSockets.commandFrames, bytes: BrokerSockets.commandBytes)
    )
    /// The maximum number of frames of a command: its correlation, its header, and two for each event.
    static let commandFrames = 2 + 2 * ReceivedCommand.maximumEvents
    /// The maximum size of a command, in bytes.
    static let commandBytes = 16 << 20
    /// The maximum size of a subscription, which is a byte and a prefix, in bytes.
    private static let subscriptionLimits = ZMTPStateMachine.Limits(frame: 256, message: (frames: 1, bytes: 256))
    /// How many bytes of incomplete commands there may be in all.
    private static let incompleteLimit = 128 << 20
    /// How many subscriptions all peers together may have; beyond it, further ones have no effect.
    private static let subscriptionLimit = 100_000
    /// How long a new peer may take to introduce itself.
    private static let handshakeTime: Duration = .seconds(2)
    /// How long a peer may take no bytes while some wait for it, or send none of a message that it has begun; it is disconnected
    /// then.
    private static let blockedTime: Duration = .seconds(12)
    /// How often timeouts are checked, and how long no connections are taken after one could not be.
    private static let checkInterval: Duration = .seconds(1)
    /// How many descriptors are left for files when no more connections are taken.
    private static let reservedDescriptors = 128
    /// Descriptors that belong to no connection and no listener are reported as this and their number.
    private static let otherKeys: UInt64 = 1 << 62

    let clock = ContinuousClock()
    let epoll: Epoll
    private var listeners: [Int: Listener] = [:]
    var peers: [Int: Peer] = [:]
    private var lastID = 0
    var subscriptions = SubscriptionTable()
    /// The peers with commands that were not taken yet, in the order of their arrival.
    private var readable: ArraySlice<Peer> = []
    var dirty: [Peer] = []
    var late: [Peer] = []
    var lateDeadline: ContinuousClock.Instant?
    private var checkedAt: ContinuousClock.Instant
    private var areListenersPaused = false
    var publications = 0
    /// How many bytes wait for all peers.
    var heldBytes = 0
    /// How many stored events were withheld, counted for each subscriber.
    var withheld = 0
    private var incompleteBytes = 0
    private var signalled: [Int32] = []
    private var hasWarned = false
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)

    static let commandSocket = Listener.Socket(role: .router, isLocal: true, limits: commandLimits)
    static let remoteCommandSocket = Listener.Socket(role: .router, isLocal: false, limits: commandLimits)
    static let eventSocket = Listener.Socket(role: .publisher, isLocal: true, limits: subscriptionLimits)
    static let remoteEventSocket = Listener.Socket(role: .publisher, isLocal: false, limits: subscriptionLimits)

    /// Makes sockets that do not listen anywhere yet.
    ///
    /// - Throws: `SearchBusError` where the process has no descriptors left.
    init() throws {
        epoll = try Epoll()
        checkedAt = clock.now
    }

    deinit { buffer.deallocate() }

    /// How many different prefixes are subscribed to.
    var subscriptionCount: Int { subscriptions.count }

    // MARK: What is waited for

    /// Takes connections from a listener, from now on.
    ///
    /// - Returns: A number to remove it by.
    @discardableResult func add(_ listener: Listener) -> Int {
        lastID += 1
        listeners[lastID] = listener
        epoll.add(listener.descriptor, key: UInt64(lastID))
        return lastID
    }

    /// Stops listening; the connections that were made stay.
    func removeListener(_ id: Int) { listeners[id] = nil }

    /// Waits for a descriptor too, until it is closed.
    ///
    /// - Returns: Whether it can be waited for: a file cannot, since it is always readable.
    @discardableResult func watch(_ descriptor: Int32) -> Bool {
        epoll.add(descriptor, key: Self.otherKeys + UInt64(descriptor)) || errno == EEXIST
    }

    /// Whether the last wait found something at a descriptor, which may be its end.
    func isReadable(_ descriptor: Int32) -> Bool { signalled.contains(descriptor) }

    /// Waits until something comes or the time is over, and reads what has come.
    func wait(_ time: Duration) {
        signalled.removeAll(keepingCapacity: true)
        let start = clock.now
        let end = [start.advanced(by: readable.isEmpty ? time : .zero), lateDeadline].compactMap(\.self).min() ?? start
        for event in epoll.wait(milliseconds: Self.milliseconds(until: end, from: start)) { handle(event) }
        let now = clock.now
        if let lateDeadline, lateDeadline <= now { sendLate() }
        if now - checkedAt >= Self.checkInterval { check(at: now) }
    }

    /// The time until a moment in milliseconds, rounded up.
    private static func milliseconds(until end: ContinuousClock.Instant, from start: ContinuousClock.Instant) -> Int32 {
        let (seconds, attoseconds) = (end - start).components
        guard seconds >= 0, attoseconds >= 0, end > start else { return 0 }
        return Int32(min(seconds, 1000)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
    }

    private func handle(_ event: Epoll.Event) {
        guard event.key < Self.otherKeys else {
            signalled.append(Int32(event.key - Self.otherKeys))
            return
        }
        let id = Int(event.key)
        if let peer = peers[id] {
            if event.isWritable { send(to: peer) }
            // What the peer has sent before its connection broke is lost with it.
            if event.isReadable, peers[id] != nil { read(from: peer) }
        } else if let listener = listeners[id] {
            accept(from: listener)
        }
    }

    // MARK: Connections

    private func accept(from listener: Listener) {
        // What waits longer wakes the next wait.
        for _ in 0..<64 {
            guard peers.count < connectionLimit, let descriptor = listener.accept() else {
                let isOver = [EAGAIN, EINTR, ECONNABORTED].contains(errno)
                if peers.count >= connectionLimit || !isOver { pauseListeners() }
                return
            }
            lastID += 1
            let peer = Peer(id: lastID, listener.socket, descriptor, at: clock.now)
            peers[lastID] = peer
            epoll.add(descriptor, key: UInt64(lastID))
            queueOutput(of: peer)
        }
    }

    /// How many connections there may be, so that files can be opened beside them.
    private var connectionLimit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 512 }
        return max(64, Int(clamping: limit.rlim_cur) - Self.reservedDescriptors)
    }

    /// Without this, a connection that cannot be taken would end each wait at once.
    private func pauseListeners() {
        if !areListenersPaused {
            Executable.warn("The broker cannot take more connections; it has \(peers.count).")
        }
        setListeners(paused: true)
    }

    private func setListeners(paused: Bool) {
        areListenersPaused = paused
        for (id, listener) in listeners {
            epoll.change(listener.descriptor, key: UInt64(id), isReading: !paused, isWriting: false)
        }
    }

    func disconnect(_ peer: Peer) {
        guard peers.removeValue(forKey: peer.id) != nil else { return }
        // The descriptor is closed when the last commands of the peer have been answered, so it must not be waited for.
        epoll.remove(peer.descriptor)
        shutdown(peer.descriptor, Int32(SHUT_RDWR))
        heldBytes -= peer.outgoing.count
        incompleteBytes -= peer.machine.incompleteBytes
        subscriptions.removeAll(of: peer.id)
    }

    /// Disconnects peers that have not introduced themselves, take nothing, or do not end what they send, for too long.
    private func check(at now: ContinuousClock.Instant) {
        checkedAt = now
        if areListenersPaused { setListeners(paused: false) }
        for peer in peers.values {
            let isOver =
                peer.machine.isOpen
                ? (!peer.outgoing.isEmpty && now - peer.progressAt > Self.blockedTime)
                    || (peer.machine.incompleteBytes > 0 && now - peer.receivedAt > Self.blockedTime)
                : now - peer.progressAt > Self.handshakeTime
            if isOver { disconnect(peer) }
        }
    }

    // MARK: Reading

    private func read(from peer: Peer) {
        // What a peer sends faster than it is carried out stays in the system's buffer.
        guard peer.inbox.isEmpty else { return }
        let count = recv(peer.descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            if count == 0 || ![EAGAIN, EINTR].contains(errno) { disconnect(peer) }
            return
        }
        peer.receivedAt = clock.now
        incompleteBytes -= peer.machine.incompleteBytes
        let result = Result { () throws(ZMTPError) in
            try peer.machine.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        incompleteBytes += peer.machine.incompleteBytes
        queueOutput(of: peer)
        let messages = peer.machine.takeMessages()
        if peer.socket.role == .publisher {
            for message in messages { subscribe(peer, message) }
        } else if !messages.isEmpty {
            peer.inbox = messages[...]
            readable.append(peer)
        }
        switch result {
        case .success: limitIncompleteBytes()
        case .failure(let error):
            if !hasWarned { Executable.warn("A connection was closed: \(error)") }
            hasWarned = true
            disconnect(peer)
        }
    }

    /// Disconnects the peer of which most waits for its end, if too much does in all.
    private func limitIncompleteBytes() {
        guard incompleteBytes > Self.incompleteLimit else { return }
        let largest = peers.values.max { $0.machine.incompleteBytes < $1.machine.incompleteBytes }
        if let largest { disconnect(largest) }
    }

    /// Moves what the state machine has to say into the queue.
    private func queueOutput(of peer: Peer) {
        guard !peer.machine.output.isEmpty else { return }
        guard peer.outgoing.count < OutgoingBudget.peerLimit else { return disconnect(peer) }
        queue(EncodedMessage(raw: peer.machine.output), for: peer)
        peer.machine.output = []
        hasten(peer)
    }

    /// The next command, with whom to answer: one of each peer in turn, and those of a peer in the order of arrival.
    func nextCommand() -> (client: BrokerClient, message: ZMTPStateMachine.Message)? {
        while let peer = readable.popFirst() {
            guard let message = peer.inbox.popFirst() else { continue }
            if !peer.inbox.isEmpty { readable.append(peer) }
            guard let correlation = message.frames.first else { continue }
            return (BrokerClient(peer: peer.id, isLocal: peer.socket.isLocal, correlation: correlation), message)
        }
        readable = []
        return nil
    }

    /// Takes a subscription in, or takes it back; a nonce is published at once.
    ///
    /// The subscriptions of a connection are handled in order, so a nonce that is received proves that those before it are in
    /// force.
    private func subscribe(_ peer: Peer, _ message: ZMTPStateMachine.Message) {
        guard message.isWhole, let frame = message.frames.first, let change = frame.first else { return }
        let prefix = frame.dropFirst()
        switch change {
        case 0: subscriptions.remove(prefix, of: peer.id)
        case 1, 2:
            guard subscriptions.entryCount < Self.subscriptionLimit else { return }
            subscriptions.add(prefix, SubscriptionTable.Entry(peer: peer.id, isLate: change == 2))
            let parts = String(decoding: prefix, as: UTF8.self).split(separator: "/")
            if parts.count == 2, parts[0] == "echo", Name.isValid(String(parts[1])) { publishEcho(String(parts[1])) }
        default: break
        }
    }
}
