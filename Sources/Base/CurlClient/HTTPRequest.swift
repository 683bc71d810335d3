// SPDX-License-Identifier: MIT

/// A request over HTTP, sent once: redirects are not followed, and cookies are not kept.
public struct HTTPRequest: Sendable {
    public var method: String
    /// An address of `http` or `https`; everything in it that comes from outside is percent-encoded.
    public var url: String
    /// Names and values; one with a control character is not sent, and the request fails.
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]?
    /// The path of the Unix domain socket to connect to, whatever the host in `url`; `nil` connects to that host.
    public var socket: String?

    public init(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        socket: String? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.socket = socket
    }
}

/// A whole response, whatever its status.
public struct HTTPResponse: Sendable, Hashable {
    public var status: Int
    /// Names in lower case; of several headers of one name, the first.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
