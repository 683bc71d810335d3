// SPDX-License-Identifier: MIT

import Wire

/// A request to a simulated engine.
public struct SimulatedRequest: Sendable {
    public let method: String
    /// The parts of the path, decoded.
    public let path: [String]
    /// The names and values behind the question mark.
    public let query: [String: String]
    /// The headers, by name in lower case.
    public let headers: [String: String]
    public let body: String

    /// - Parameters:
    ///   - head: The line of the request and the headers, as received.
    ///   - body: What followed.
    public init(head: String, body: String) {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let words = lines.first?.split(separator: " ") ?? []
        method = words.first.map(String.init) ?? ""
        let parts = (words.count > 1 ? words[1] : "/").split(separator: "?", maxSplits: 1)
        path = (parts.first ?? "").split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        query = Dictionary(
            (parts.count > 1 ? parts[1] : "").split(separator: "&").map { pair in
                let sides = pair.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
                return (sides.first ?? "", sides.count > 1 ? sides[1] : "")
            },
            uniquingKeysWith: { $1 }
        )
        headers = Dictionary(
            lines.dropFirst().compactMap { line in
                let sides = line.split(separator: ":", maxSplits: 1)
                guard sides.count == 2 else { return nil }
                return (sides[0].lowercased(), String(sides[1].drop(while: \.isWhitespace)))
            },
            uniquingKeysWith: { $1 }
        )
        self.body = body
    }

    /// The body as JSON; null if it is invalid.
    public var json: JSON { (try? JSON(parsing: body)) ?? .null }
}

/// A response of a simulated engine.
public struct SimulatedReply: Sendable {
    public let status: Int
    public let body: JSON

    public init(_ status: Int = 200, _ body: JSON) {
        self.status = status
        self.body = body
    }
}

extension Substring {
    /// The text, percent-decoded; `nil` if the encoding is invalid.
    var removingPercentEncoding: String? {
        var bytes: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
