// SPDX-License-Identifier: MIT

import Wire

/// The calls of a gateway's HTTP interface that a session needs, without retries.
struct GatewayClient: Sendable {
    private let address: GatewayAddress
    private let transport: any Transport
    private let right: [String: String]

    /// Obtains its credentials; this uses up a link.
    ///
    /// - Throws: `SearchBusError` if a link is invalid, or the gateway does not respond.
    init(_ address: GatewayAddress, _ credential: Credential, over transport: any Transport) async throws {
        self.address = address
        self.transport = transport
        switch credential {
        case .none: right = [:]
        case .key(let key): right = ["authorization": "Bearer \(key)"]
        // The token of a link to a session is a key.
        case .link(let link) where GatewayAddress.token(in: link).hasPrefix("sbk_"):
            right = ["authorization": "Bearer \(GatewayAddress.token(in: link))"]
        case .link(let link):
            let path = "/?token=\(GatewayAddress.token(in: link))"
            let request = TransportRequest(method: "GET", path: path, headers: ["accept": "text/html"])
            let answer = try await Self.naming(address) { try await transport.call(request) }
            guard answer.status == 303, let cookie = answer.headers["set-cookie"]?.split(separator: ";").first else {
                throw GatewayProblem(answer).error
            }
            // A write with a cookie must have an origin.
            right = ["cookie": String(cookie), "origin": address.origin]
        }
    }

    /// Creates a session if it does not exist.
    ///
    /// - Throws: `SearchBusError` with `invalidSession` if the ID cannot be part of a path.
    func ensureSession(_ session: String, link: String?) async throws {
        guard Name.isValid(session) else {
            throw SearchBusError(.invalidSession, "Invalid session ID `\(session.prefix(80))`.")
        }
        if let link {
            _ = try await require(call("POST", "/api/sessions", ["session": .string(session), "link": .string(link)]))
            return
        }
        do {
            // A key of this session alone permits it, and no other call that creates sessions.
            _ = try await require(call("PUT", "/api/sessions/\(session)", [:]))
        } catch let error as SearchBusError where error.code == .notPermitted {
            // With a key that only reads, a session can be followed.
            guard (try? await require(call("GET", "/api/sessions/\(session)", nil))) != nil else { throw error }
        }
    }

    /// The description of the app.
    func describeApp() async throws -> JSON {
        try JSON(parsing: require(await call("GET", "/api/app", nil)).body)
    }

    /// Sends intents and waits for their outcomes; returns the gateway's response.
    func send(_ intents: [Intent], in session: String) async throws -> TransportAnswer {
        let body: JSON = ["intents": .array(intents.map(\.json))]
        return try await call("POST", "/api/sessions/\(session)/intents?wait=outcome", body)
    }

    /// Follows a session's stream until it ends.
    func follow(
        _ session: String,
        after lastID: String,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> TransportAnswer {
        var headers = right
        headers["accept"] = "text/event-stream"
        if !lastID.isEmpty { headers["last-event-id"] = lastID }
        return try await transport.stream(
            TransportRequest(method: "GET", path: "/api/sessions/\(session)/events", headers: headers),
            take
        )
    }

    private func call(_ method: String, _ path: String, _ body: JSON?) async throws -> TransportAnswer {
        var request = TransportRequest(method: method, path: path, headers: right, body: body?.bytes)
        request.headers["accept"] = "application/json"
        if body != nil { request.headers["content-type"] = "application/json" }
        return try await Self.naming(address) { [request] in try await transport.call(request) }
    }

    private func require(_ answer: TransportAnswer) throws -> TransportAnswer {
        guard answer.isGood else { throw GatewayProblem(answer).error }
        return answer
    }

    /// Adds the gateway's address to an error.
    private static func naming<Answer>(
        _ address: GatewayAddress,
        _ ask: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await ask()
        } catch let error as CancellationError {
            throw error
        } catch {
            try Task.checkCancellation()
            throw SearchBusError(.brokerUnavailable, "The gateway at \(address.origin) does not answer: \(error)")
        }
    }
}
