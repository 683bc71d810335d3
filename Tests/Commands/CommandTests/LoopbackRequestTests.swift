// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import Runtime
import Testing
import Wire

@testable import searchbus

@Suite struct LoopbackRequestTests {
    private func response(_ text: String) throws -> LoopbackRequest.Response {
        try LoopbackRequest.Response(Array(text.utf8))
    }

    @Test func `a request names its host and key`() {
        let address = ListenAddress.address(host: "127.0.0.1", port: 8080)
        let request = LoopbackRequest(address: address, path: "/api/links", bearer: "KEY")
        let text = String(decoding: request.bytes, as: UTF8.self)
        #expect(text.hasPrefix("POST /api/links HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAuthorization: Bearer KEY\r\n"))
        #expect(text.hasSuffix("Content-Length: 2\r\nConnection: close\r\n\r\n{}"))
    }

    @Test(arguments: [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:8080", "[::1]:8080"), ("unix:/run/x", "localhost")])
    func `where the gateway listens everywhere it is asked on this machine`(listen: String, host: String) throws {
        let request = LoopbackRequest(address: try ListenAddress(parsing: listen), path: "/", bearer: nil)
        #expect(String(decoding: request.bytes, as: UTF8.self).contains("\r\nHost: \(host)\r\n"))
    }

    @Test func `an answer is its status and its body`() throws {
        let response = try response("HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\nok")
        #expect(response == .init(status: 201, body: Array("ok".utf8)))
    }

    @Test func `a body in chunks is put together`() throws {
        let response = try response(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n"
        )
        #expect(String(decoding: response.body, as: UTF8.self) == "abc0123456789")
    }

    @Test(
        arguments: [
            "", "SSH-2.0\r\n\r\n", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 x\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFF\r\nabc",
        ])
    func `what is no answer is refused`(text: String) {
        #expect(throws: SearchBusError.self) { try response(text) }
    }

    @Test func `a link comes out whole`() throws {
        let known = try #require(URL(string: "http://127.0.0.1:8080/?token=old"))
        let body = Array(#"{"url":"http://127.0.0.1:8080/?token=new"}"#.utf8)
        #expect(
            try ConsoleLink.link(.init(status: 201, body: body), known: known) == "http://127.0.0.1:8080/?token=new"
        )
    }

    @Test func `a refusal keeps the gateway's code and words`() throws {
        let known = try #require(URL(string: "http://127.0.0.1:8080/"))
        let body = Array(#"{"status":401,"code":"unauthorized","detail":"No key.","remedy":"Show it."}"#.utf8)
        let error = #expect(throws: SearchBusError.self) {
            try ConsoleLink.link(.init(status: 401, body: body), known: known)
        }
        #expect(error == SearchBusError(.unauthorized, "No key.", remedy: "Show it."))
    }
}
