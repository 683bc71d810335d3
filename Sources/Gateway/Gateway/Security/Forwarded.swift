// SPDX-License-Identifier: MIT

import HTTPTypes
import Runtime

/// A trusted proxy's report about a request: its client, and how it reached the proxy.
///
/// Either in `Forwarded` (RFC 7239) or in `X-Forwarded-For`, `-Proto` and `-Host`.
struct Forwarded: Sendable, Hashable {
    /// The nearest address that is not a trusted proxy's.
    var client: NetworkAddress?
    /// `http` or `https`, as the first proxy saw it.
    var scheme: String?
    /// The host of the client's request to the first proxy.
    var host: String?

    /// The maximum number of hops that are read.
    private static let hopLimit = 32

    /// Whether header fields of both families are present.
    static func isAmbiguous(_ fields: HTTPFields) -> Bool {
        let others: [HTTPField.Name] = [.forwardedFor, .forwardedProto, .forwardedHost]
        return !list(fields[values: .forwarded]).isEmpty && others.contains { !list(fields[values: $0]).isEmpty }
    }

    /// Reads header fields that a trusted proxy sent.
    init(_ fields: HTTPFields, proxies: [NetworkRange]) {
        let standard = Self.list(fields[values: .forwarded])
        let hops =
            standard.isEmpty ? Self.list(fields[values: .forwardedFor]).map { ["for": $0] } : standard.map(Self.pairs)
        // The part that a trusted proxy wrote about the client; everything before it is the client's own.
        var outermost = hops.last
        for hop in hops.reversed() {
            outermost = hop
            // An unreadable part was written by an unknown program.
            guard let address = hop["for"].flatMap(Self.address) else { break }
            client = address
            if !proxies.contains(where: { $0.contains(address) }) { break }
        }
        if standard.isEmpty {
            scheme = Self.list(fields[values: .forwardedProto]).first?.lowercased()
            host = Self.list(fields[values: .forwardedHost]).first?.lowercased()
        } else {
            scheme = outermost?["proto"]?.lowercased()
            host = outermost?["host"]?.lowercased()
        }
    }

    private static func list(_ values: [String]) -> [String] {
        values.joined(separator: ",").split(separator: ",").map { String($0.trimmingSpaces()) }.filter { !$0.isEmpty }
            .suffix(hopLimit)
    }

    /// The pairs of one element: `for=192.0.2.1;proto=https;host="search.example.org"`.
    private static func pairs(_ element: String) -> [String: String] {
        var pairs: [String: String] = [:]
        for pair in element.split(separator: ";").prefix(8) {
            let parts = pair.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { continue }
            var value = parts[1].trimmingSpaces()
            if value.count >= 2, value.first == "\"", value.last == "\"" { value = value.dropFirst().dropLast() }
            pairs[parts[0].trimmingSpaces().lowercased()] = String(value)
        }
        return pairs
    }

    /// An address, which may have a port behind it: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static func address(_ text: String) -> NetworkAddress? {
        if text.hasPrefix("[") { return NetworkAddress(String(text.dropFirst().prefix { $0 != "]" })) }
        return NetworkAddress(text) ?? NetworkAddress(String(text.prefix { $0 != ":" }))
    }
}
