// SPDX-License-Identifier: MIT

import CNATS
import Glibc
import Synchronization

/// A connection to a cluster of NATS servers, which is made again by itself, unless servers refuse to let us in.
///
/// The C library has threads of its own; calls may come from any thread.
public final class NATSConnection: @unchecked Sendable {
    /// How a connection is made.
    public struct Options: Sendable {
        /// Addresses such as `nats://10.0.0.1:4222`, at least one.
        ///
        /// Where one is `tls://…`, all are spoken to over TLS alone.
        public var servers: [String]
        /// What the servers' operators see.
        public var name: String
        /// A file with a user's credentials (JWT and key).
        public var credentialsFile: String?
        public var user: String?
        public var password: String?
        /// A file with the certificates that sign the servers', which are spoken to over TLS alone then.
        public var certificateAuthority: String?
        /// A file with the certificate chain that is shown to servers which ask for one, and one with its key; both or none.
        public var certificate: String?
        public var key: String?
        /// Watches connecting and each request, for a connection that one thread uses.
        public var calls: CallWatch?

        public init(servers: [String], name: String) {
            self.servers = servers
            self.name = name
        }
    }

    /// Whether a connection is made; the library tells it.
    private final class Flag: Sendable {
        let isUp = Atomic<Bool>(true)
        let isClosed = Atomic<Bool>(false)

        /// The flag that the library was given.
        static func given(_ closure: UnsafeMutableRawPointer?) -> Flag? {
            closure.map { Unmanaged<Flag>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    private static let reconnectPause: Int64 = 100
    private let pointer: OpaquePointer
    private let flag = Flag()
    private let calls: CallWatch

    /// Connects.
    ///
    /// - Throws: `NATSError` where no server can be reached, or none lets us in.
    public init(_ options: Options) throws {
        calls = options.calls ?? CallWatch()
        var made: OpaquePointer?
        try NATSError.check(natsOptions_Create(&made), "natsOptions_Create")
        defer { natsOptions_Destroy(made) }
        try Self.set(options, in: made)
        // The library may call it long after the connection's end, so it is never released.
        let closure = Unmanaged.passRetained(flag).toOpaque()
        try NATSError.check(
            natsOptions_SetDisconnectedCB(made, { Flag.given($1)?.isUp.store(false, ordering: .relaxed) }, closure),
            "natsOptions_SetDisconnectedCB"
        )
        try NATSError.check(
            natsOptions_SetReconnectedCB(made, { Flag.given($1)?.isUp.store(true, ordering: .relaxed) }, closure),
            "natsOptions_SetReconnectedCB"
        )
        try NATSError.check(
            natsOptions_SetClosedCB(made, { Flag.given($1)?.isClosed.store(true, ordering: .relaxed) }, closure),
            "natsOptions_SetClosedCB"
        )
        var connection: OpaquePointer?
        try NATSError.check(
            calls.during { natsConnection_Connect(&connection, made) },
            "natsConnection_Connect"
        )
        guard let connection else { throw NATSError(call: "natsConnection_Connect", status: NATS_ERR) }
        pointer = connection
    }

    deinit { natsConnection_Destroy(pointer) }

    private static func set(_ options: Options, in made: OpaquePointer?) throws {
        for (index, server) in options.servers.enumerated() where index == 0 && options.servers.count == 1 {
            try NATSError.check(natsOptions_SetURL(made, server), "natsOptions_SetURL")
        }
        if options.servers.count > 1 {
            var servers: [UnsafePointer<CChar>?] = options.servers.map { UnsafePointer(strdup($0)) }
            defer { for server in servers { free(UnsafeMutablePointer(mutating: server)) } }
            try NATSError.check(natsOptions_SetServers(made, &servers, Int32(servers.count)), "natsOptions_SetServers")
        }
        try NATSError.check(natsOptions_SetName(made, options.name), "natsOptions_SetName")
        try NATSError.check(natsOptions_SetMaxReconnect(made, -1), "natsOptions_SetMaxReconnect")
        try NATSError.check(natsOptions_SetReconnectWait(made, reconnectPause), "natsOptions_SetReconnectWait")
        // A server that says nothing for so long is taken for gone.
        try NATSError.check(natsOptions_SetPingInterval(made, 2000), "natsOptions_SetPingInterval")
        try NATSError.check(natsOptions_SetMaxPingsOut(made, 2), "natsOptions_SetMaxPingsOut")
        try NATSError.check(natsOptions_SetSendAsap(made, true), "natsOptions_SetSendAsap")
        // A sender does not wait longer for a server that accepts nothing.
        try NATSError.check(natsOptions_SetWriteDeadline(made, 2000), "natsOptions_SetWriteDeadline")
        if let file = options.credentialsFile {
            try NATSError.check(
                natsOptions_SetUserCredentialsFromFiles(made, file, nil),
                "natsOptions_SetUserCredentialsFromFiles"
            )
        }
        if let user = options.user {
            try NATSError.check(natsOptions_SetUserInfo(made, user, options.password ?? ""), "natsOptions_SetUserInfo")
        }
        // The library takes `tls://` for `nats://`.
        if options.certificateAuthority != nil || options.servers.contains(where: { $0.hasPrefix("tls://") }) {
            try NATSError.check(natsOptions_SetSecure(made, true), "natsOptions_SetSecure")
        }
        if let file = options.certificateAuthority {
            try NATSError.check(
                natsOptions_LoadCATrustedCertificates(made, file),
                "natsOptions_LoadCATrustedCertificates"
            )
        }
        if options.certificate != nil || options.key != nil {
            // One without the other is refused by the library, as a file that cannot be read is.
            try NATSError.check(
                natsOptions_LoadCertificatesChain(made, options.certificate ?? "", options.key ?? ""),
                "natsOptions_LoadCertificatesChain"
            )
        }
    }

    /// Whether the connection is made, as far as is known.
    ///
    /// It alone never waits: while a connection is made again, every other call waits for the server that is being tried.
    public var isConnected: Bool { flag.isUp.load(ordering: .relaxed) }

    /// Whether the connection has ended for good: servers have refused twice to let us in.
    public var isClosed: Bool { flag.isClosed.load(ordering: .relaxed) }

    /// How often the connection was lost and made again.
    ///
    /// - Throws: `NATSError`.
    public func reconnections() throws -> UInt64 {
        var statistics: OpaquePointer?
        try NATSError.check(natsStatistics_Create(&statistics), "natsStatistics_Create")
        defer { natsStatistics_Destroy(statistics) }
        try NATSError.check(natsConnection_GetStats(pointer, statistics), "natsConnection_GetStats")
        var count: UInt64 = 0
        try NATSError.check(
            natsStatistics_GetCounts(statistics, nil, nil, nil, nil, &count),
            "natsStatistics_GetCounts"
        )
        return count
    }

    /// Asks, and waits for the first answer.
    ///
    /// - Parameters:
    ///   - subject: Whom; letters, digits and points.
    ///   - headers: Header fields; their values are one line.
    ///   - payload: What is asked.
    ///   - milliseconds: How long the answer is waited for.
    /// - Returns: The answer.
    /// - Throws: `NATSError`, with the status `NATS_TIMEOUT` or `NATS_NO_RESPONDERS` without a response.
    public func request(
        _ subject: String,
        headers: [(String, String)] = [],
        _ payload: [UInt8] = [],
        milliseconds: Int64
    ) throws -> NATSMessage {
        let message = try Self.message(payload, to: subject, headers: headers)
        defer { natsMsg_Destroy(message) }
        var answer: OpaquePointer?
        try NATSError.check(
            calls.during { natsConnection_RequestMsg(&answer, pointer, message, milliseconds) },
            "natsConnection_RequestMsg"
        )
        guard let answer else { throw NATSError(call: "natsConnection_RequestMsg", status: NATS_ERR) }
        return NATSMessage(answer)
    }

    /// Sends to the current subscribers.
    ///
    /// It waits only if the system's buffers are full, or a connection is being opened (`isConnected`).
    ///
    /// - Throws: `NATSError`.
    public func publish(_ payload: [UInt8], to subject: String, headers: [(String, String)] = []) throws {
        let message = try Self.message(payload, to: subject, headers: headers)
        defer { natsMsg_Destroy(message) }
        try NATSError.check(natsConnection_PublishMsg(pointer, message), "natsConnection_PublishMsg")
    }

    private static func message(
        _ payload: [UInt8],
        to subject: String,
        headers: [(String, String)]
    ) throws -> OpaquePointer? {
        var message: OpaquePointer?
        let created = payload.withUnsafeBytes { bytes in
            natsMsg_Create(
                &message,
                subject,
                nil,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count)
            )
        }
        try NATSError.check(created, "natsMsg_Create")
        do {
            for (name, value) in headers {
                try NATSError.check(natsMsgHeader_Set(message, name, value), "natsMsgHeader_Set")
            }
        } catch {
            natsMsg_Destroy(message)
            throw error
        }
        return message
    }

    /// Listens to a subject.
    public func subscribe(to subject: String) throws -> NATSSubscription {
        var subscription: OpaquePointer?
        try NATSError.check(
            natsConnection_SubscribeSync(&subscription, pointer, subject),
            "natsConnection_SubscribeSync"
        )
        guard let subscription else { throw NATSError(call: "natsConnection_SubscribeSync", status: NATS_ERR) }
        let made = NATSSubscription(subscription, of: self)
        // Whatever is sent from now on has to come.
        try NATSError.check(natsConnection_FlushTimeout(pointer, 2000), "natsConnection_FlushTimeout")
        return made
    }
}
