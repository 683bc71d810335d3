// SPDX-License-Identifier: MIT

import CurlClient
import Runtime
import Wire

/// One request to a server on this machine.
struct LoopbackRequest {
    private static let configuration = CurlClient.Configuration(responseLimit: 1 << 20)
    private static let timeout = Duration.seconds(5)

    let address: ListenAddress
    let path: String
    let bearer: String?
    var method = "POST"
    /// The body of the request; `nil` for a request without one.
    var body: JSON?

    /// The request as it is sent: to a socket, or to an address, where one that stands for all of this machine's is reached by
    /// loopback.
    var request: HTTPRequest {
        var headers = [(name: "Accept", value: "application/json")]
        if body != nil { headers.append(("Content-Type", "application/json")) }
        if let bearer { headers.append(("Authorization", "Bearer \(bearer)")) }
        return HTTPRequest(method, "http://\(host)\(path)", headers: headers, body: body?.bytes, socket: socket)
    }

    /// Sends the request and reads the whole response, on the calling thread.
    ///
    /// - Throws: `SearchBusError` without a response.
    func send() throws -> HTTPResponse {
        do {
            return try CurlClient.send(request, Self.configuration, timeout: Self.timeout)
        } catch .notHTTP, .tooLarge {
            throw SearchBusError(.backendFailed, "The server at this address is not a SearchBus gateway.")
        } catch {
            throw SearchBusError(.brokerUnavailable, "The gateway at \(reached) does not respond.")
        }
    }

    private var reached: ListenAddress {
        guard case .address(let host, let port) = address, let known = NetworkAddress(host), known.isWildcard else {
            return address
        }
        return .address(host: host.contains(":") ? "::1" : "127.0.0.1", port: port)
    }

    private var socket: String? {
        guard case .socket(let path) = address else { return nil }
        return path
    }

    private var host: String { socket == nil ? "\(reached)" : "localhost" }
}
