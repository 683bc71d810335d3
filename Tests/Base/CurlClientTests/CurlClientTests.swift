// SPDX-License-Identifier: MIT

import HTTPTesting
import RandomTesting
import Synchronization
import Testing

@testable import CurlClient

@Suite("Requests over HTTP", .timeLimit(.minutes(5)))
struct CurlClientTests {
    private let client = CurlClient(.init(connectionsPerHost: 4, responseLimit: 100_000))

    @Test func `A request reaches the server as it is, and the response comes whole`() async throws {
        let server = try LocalServer { request in
            .answer(status: 207, body: "<\(request.body)>", headers: ["X-Some": " a  b ", "x-some": "c"])
        }
        defer { server.stop() }
        let body = String(repeating: "ü", count: 40_000)
        let request = HTTPRequest(
            "POST",
            server.url + "/a%20b?c=d",
            headers: [("X-Key", "k"), ("X-Empty", ""), ("Content-Type", "text/plain")],
            body: Array(body.utf8)
        )
        for response in [
            try await client.send(request, timeout: .seconds(60)),
            try CurlClient.send(request, .init(responseLimit: 100_000), timeout: .seconds(60)),
        ] {
            #expect(response.status == 207 && response.body == Array("<\(body)>".utf8))
            #expect(["a b", "c"].contains(response.headers["x-some"]))
        }
        let head = server.requests[0].head
        #expect(head.hasPrefix("POST /a%20b?c=d HTTP/1.1\r\n"))
        for line in ["X-Key: k", "X-Empty:", "Content-Type: text/plain"] { #expect(head.contains("\r\n\(line)\r\n")) }
        #expect(!head.contains("Expect:"), "a server would let the client wait")
    }

    @Test(arguments: ["GET", "DELETE", "POST"])
    func `A request without a body has none`(method: String) async throws {
        let server = try LocalServer { _ in .answer(status: 204, body: "") }
        defer { server.stop() }
        let body: [UInt8]? = method == "POST" ? [] : nil
        let response = try await client.send(.init(method, server.url, body: body), timeout: .seconds(60))
        #expect(response.status == 204 && response.body.isEmpty)
        let head = server.requests[0].head
        #expect(head.hasPrefix(method) && head.contains("Content-Length: 0") == (method == "POST"))
    }

    @Test func `Redirects are not followed`() async throws {
        let server = try LocalServer { _ in .answer(status: 302, body: "", headers: ["Location": "/elsewhere"]) }
        defer { server.stop() }
        #expect(try await client.send(.init("GET", server.url), timeout: .seconds(60)).status == 302)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [(100_000, true), (100_001, false)])
    func `A response may have as many bytes as the limit says`(count: Int, isTaken: Bool) async throws {
        let server = try LocalServer { _ in .answer(status: 200, body: String(repeating: "x", count: count)) }
        defer { server.stop() }
        let response = await Result { try await client.send(.init("GET", server.url), timeout: .seconds(60)) }
        #expect((try? response.get().body.count) == (isTaken ? count : nil))
        if !isTaken { #expect(throws: HTTPFailure.tooLarge) { try response.get() } }
    }

    @Test(arguments: [
        HTTPRequest("GET", "file:///etc/passwd"), HTTPRequest("GET", "http://127.0.0.1/a\r\nX: y"),
        HTTPRequest("GET", "http://127.0.0.1/", headers: [("X", "a\r\nY: b")]),
        HTTPRequest("G\nET", "http://127.0.0.1/"),
        HTTPRequest("GET", ""), HTTPRequest("GET", "http://"),
    ])
    func `A request that cannot be sent is refused`(request: HTTPRequest) async {
        await #expect(throws: HTTPFailure.invalidRequest) { try await client.send(request, timeout: .seconds(60)) }
    }

    @Test func `A response that does not come in time is not waited for`() async throws {
        let server = try LocalServer { _ in .beginning("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{") }
        defer { server.stop() }
        await #expect(throws: HTTPFailure.timeout) {
            try await client.send(.init("GET", server.url), timeout: .milliseconds(50))
        }
    }

    @Test func `A cancelled request is closed down to the socket, before and after it began`() async throws {
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let server = try LocalServer { _ in
            begin.yield()
            return .silence
        }
        defer { server.stop() }
        let task = Task { try await client.send(.init("GET", server.url), timeout: .seconds(600)) }
        for await _ in begun { break }
        task.cancel()
        for await _ in server.ended { break }
        await #expect(throws: HTTPFailure.cancelled) { try await task.value }
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.send(.init("GET", server.url), timeout: .seconds(600))
        }
        await #expect(throws: HTTPFailure.cancelled) { try await late.value }
    }

    @Test func `Many requests at the same time get their own responses, over few connections`() async throws {
        let most = Mutex((now: 0, most: 0))
        let server = try LocalServer { request in
            most.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { most.withLock { $0.now -= 1 } }
            return .answer(status: 200, body: String(request.head.prefix { !$0.isNewline }))
        }
        defer { server.stop() }
        var generator = SeededGenerator(seed: testSeed)
        let numbers = (0..<200).map { _ in Int.random(in: 0...Int.max, using: &generator) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in numbers {
                group.addTask {
                    let response = try await client.send(.init("GET", "\(server.url)/\(number)"), timeout: .seconds(60))
                    #expect(String(decoding: response.body, as: UTF8.self) == "GET /\(number) HTTP/1.1")
                }
            }
            try await group.waitForAll()
        }
        #expect(most.withLock { $0.most } <= 4)
    }
}

extension Result where Failure == any Error {
    /// The result of an operation.
    fileprivate init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
