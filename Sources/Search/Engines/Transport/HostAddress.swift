// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// The address of an engine's host: `http://HOST:PORT` or `https://HOST/BELOW`.
struct HostAddress: Sendable, Hashable {
    /// The address without a slash at its end.
    let url: String
    let host: String
    /// The host in messages: no path, nothing that could be a secret.
    let place: String

    /// - Throws: `SearchBusError.invalidAppFile` for an address that is not of `http` or `https`, or that has a user or a query in
    ///   it.
    init(_ text: String) throws {
        guard let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty,
            parts.scheme == "http" || parts.scheme == "https", parts.user == nil, parts.password == nil,
            parts.query == nil, parts.fragment == nil
        else {
            throw SearchBusError(
                .invalidAppFile,
                "The address of a backend is not one of http or https.",
                remedy: "Write http://HOST:PORT or https://HOST; give keys as parameters or headers."
            )
        }
        var url = text
        while url.last == "/" { url.removeLast() }
        self.url = url
        self.host = host
        place = "\(parts.scheme ?? "http")://\(host)\(parts.port.map { ":\($0)" } ?? "")"
    }
}
