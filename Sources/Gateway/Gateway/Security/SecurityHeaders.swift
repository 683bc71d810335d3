// SPDX-License-Identifier: MIT

import NIOHTTP1

/// The header fields of every response.
enum SecurityHeaders {
    /// Only our own scripts, styles and connections; no sink for markup.
    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' https: data:",
        "connect-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    static let all: [(name: String, value: String)] = [
        ("Content-Security-Policy", contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// Adds the fields; responses that may be cached have their own `Cache-Control`, all others are not cached.
    static func add(to headers: inout HTTPHeaders) {
        for (name, value) in all { headers.replaceOrAdd(name: name, value: value) }
        if !headers.contains(name: "Cache-Control") { headers.add(name: "Cache-Control", value: "no-store") }
    }
}
