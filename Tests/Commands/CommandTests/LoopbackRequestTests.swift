// SPDX-License-Identifier: MIT

import CurlClient
import Foundation
import Runtime
import Testing
import Wire

@testable import searchbus

@Suite struct LoopbackRequestTests {
    @Test func `A request names its host and key`() {
        let address = ListenAddress.address(host: "127.0.0.1", port: 8080)
        let request = LoopbackRequest(address: address, path: "/api/links", bearer: "KEY", body: [:]).request
        #expect(request.method == "POST" && request.url == "http://127.0.0.1:8080/api/links")
        #expect(request.headers.contains { $0 == ("Authorization", "Bearer KEY") })
        #expect(request.body == Array("{}".utf8) && request.socket == nil)
    }

    @Test(arguments: [("0.0.0.0:8080", "127.0.0.1:8080"), ("[::]:8080", "[::1]:8080"), ("unix:/run/x", "localhost")])
    func `A gateway that listens everywhere is reached on this machine`(listen: String, host: String) throws {
        let request = LoopbackRequest(address: try ListenAddress(parsing: listen), path: "/", bearer: nil).request
        #expect(request.url == "http://\(host)/" && request.socket == (host == "localhost" ? "/run/x" : nil))
    }

    @Test func `A link comes out whole`() throws {
        let known = try #require(URL(string: "http://127.0.0.1:8080/?token=old"))
        let body = Array(#"{"url":"http://127.0.0.1:8080/?token=new"}"#.utf8)
        #expect(
            try ConsoleLink.link(.init(status: 201, body: body), known: known) == "http://127.0.0.1:8080/?token=new"
        )
    }

    @Test func `A refusal keeps the gateway's code and words`() throws {
        let known = try #require(URL(string: "http://127.0.0.1:8080/"))
        let body = Array(#"{"status":401,"code":"unauthorized","detail":"No key.","remedy":"Show it."}"#.utf8)
        let error = #expect(throws: SearchBusError.self) {
            try ConsoleLink.link(.init(status: 401, body: body), known: known)
        }
        #expect(error == SearchBusError(.unauthorized, "No key.", remedy: "Show it."))
    }
}
