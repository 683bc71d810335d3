// SPDX-License-Identifier: MIT
// Part of SearchBus.

import NIOHTTP1

/// The header fields that every response has, whoever makes it.
enum SecurityHeaders {
    /// No script, style or connection but our own; no sink for markup.
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

    /// Adds the fields; what may be cached says so itself, everything else is not.
    static func add(to headers: inout HTTPHeaders) {
        for (name, value) in all { headers.replaceOrAdd(name: name, value: value) }
        if !headers.contains(name: "Cache-Control") { headers.add(name: "Cache-Control", value: "no-store") }
    }
}
