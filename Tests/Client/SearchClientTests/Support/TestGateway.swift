// SPDX-License-Identifier: MIT

import Synchronization
import Wire

@testable import SearchClient

/// A simulated gateway: the test determines its responses and the contents of its streams.
final class TestGateway: Transport {
    enum Part: Sendable {
        case bytes([UInt8])
        case end
        case failure
    }

    struct Broken: Error {}

    typealias Answer = @Sendable (TransportRequest, _ number: Int) throws -> TransportAnswer

    private struct State: Sendable {
        var requests: [TransportRequest] = []
        var streamRequests: [TransportRequest] = []
        var part: AsyncStream<Part>.Continuation?
    }

    /// The requests for a stream, in order.
    let streams: AsyncStream<TransportRequest>
    private let opened: AsyncStream<TransportRequest>.Continuation
    private let state = Mutex(State())
    private let answer: Answer

    init(_ answer: @escaping Answer = TestGateway.applied) {
        self.answer = answer
        (streams, opened) = AsyncStream.makeStream()
    }

    /// The other requests, in order.
    var requests: [TransportRequest] { state.withLock { $0.requests } }
    /// Those of them that sent intents.
    var intentRequests: [TransportRequest] { requests.filter { $0.path.contains("/intents") } }
    /// The requests for streams, in order.
    var streamRequests: [TransportRequest] { state.withLock { $0.streamRequests } }

    /// Sends something on the stream that is open.
    func say(_ part: Part) { state.withLock { _ = $0.part?.yield(part) } }

    /// Sends an event on the stream that is open.
    func say(_ name: String, _ data: JSON, at place: Int) {
        say(.bytes(Array("id: e-\(place)\nevent: \(name)\ndata: \(data.text)\n\n".utf8)))
    }

    /// Sends a new view of a widget.
    func say(view: JSON, of widget: String, at place: Int) {
        say("view", ["topic": .string("view/\(widget)/s/"), "event": ["data": view]], at: place)
    }

    func call(_ request: TransportRequest) async throws -> TransportAnswer {
        let number = state.withLock { state in
            state.requests.append(request)
            return state.requests.count
        }
        return try answer(request, number)
    }

    func stream(
        _ request: TransportRequest,
        _ take: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws -> TransportAnswer {
        let (parts, part) = AsyncStream.makeStream(of: Part.self)
        state.withLock { state in
            state.streamRequests.append(request)
            state.part = part
        }
        opened.yield(request)
        for await part in parts {
            switch part {
            case .bytes(let bytes): try await take(bytes)
            case .end: return TransportAnswer(status: 200)
            case .failure: throw Broken()
            }
        }
        throw CancellationError()
    }

    /// Accepts everything.
    static func applied(_ request: TransportRequest, _ number: Int) throws -> TransportAnswer {
        outcomes(for: request) { _ in ["result": "applied"] }
    }

    /// Answers a request for intents with an outcome for each, and every other one with an empty object.
    static func outcomes(for request: TransportRequest, _ outcome: (JSON) -> JSON?) -> TransportAnswer {
        let body = request.body.flatMap { try? JSON(parsing: $0) }
        guard let intents = body?["intents"]?.array else { return TransportAnswer(status: 201, body: Array("{}".utf8)) }
        let told = intents.map { intent -> JSON in
            var object = JSONObject([("id", intent["id"] ?? .null)])
            object["outcome"] = outcome(intent)
            return .object(object)
        }
        return TransportAnswer(status: 202, body: JSON.object(JSONObject([("intents", .array(told))])).bytes)
    }

    /// A problem as the gateway reports it.
    static func problem(_ status: Int, _ code: ErrorCode, headers: [String: String] = [:]) -> TransportAnswer {
        let body: JSON = ["code": .string(code.rawValue), "detail": "No.", "remedy": "Do something else."]
        return TransportAnswer(status: status, headers: headers, body: body.bytes)
    }
}

extension TransportRequest {
    /// The intents of the request.
    var intents: [JSON] { (body.flatMap { try? JSON(parsing: $0) })?["intents"]?.array ?? [] }
}

extension SearchSession {
    /// A session with a simulated gateway, without delays.
    static func test(_ gateway: TestGateway, settings: SessionSettings = .test) async throws -> SearchSession {
        try await open(
            GatewayAddress("http://127.0.0.1:1"),
            credential: .key("k"),
            session: "s",
            settings: settings,
            transport: gateway
        )
    }
}

extension SessionSettings {
    /// No delays and no randomness; delayed actions never run.
    static var test: SessionSettings {
        var settings = SessionSettings()
        settings.echoPatience = .seconds(1_000)
        settings.pause = { pause in
            // Ends when the task is cancelled, and not before.
            if pause >= .seconds(1_000) { for await _ in AsyncStream<Never>.makeStream().stream {} }
            try Task.checkCancellation()
        }
        settings.jitter = { 1 }
        return settings
    }
}
