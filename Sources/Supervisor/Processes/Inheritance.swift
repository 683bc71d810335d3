// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What a process gets of the supervisor's own environment, in which the keys of engines may stand.
public enum Inheritance: Sendable, Hashable {
    /// What every program needs, and these variables.
    case usual(and: [String])
    /// Everything but these variables.
    case all(but: [String])

    private static let usual: Set<String> = [
        "HOME", "HTTPS_PROXY", "HTTP_PROXY", "LANG", "LANGUAGE", "LOGNAME", "NO_COLOR", "NO_PROXY", "PATH", "SHELL",
        "SSL_CERT_DIR", "SSL_CERT_FILE", "TEMP", "TERM", "TMP", "TMPDIR", "TZ", "USER", "http_proxy", "https_proxy",
        "no_proxy",
    ]
    private static let usualPrefixes = [
        "ASAN_", "GLIBC_", "LC_", "LD_", "LIBDISPATCH_", "LLVM_", "LSAN_", "MALLOC_", "SEARCHBUS_", "SWIFT_", "TSAN_",
        "UBSAN_", "XDG_",
    ]

    /// The part of an environment that is handed on.
    public func part(of environment: [String: String]) -> [String: String] {
        switch self {
        case .usual(let names):
            environment.filter { name, _ in
                Self.usual.contains(name) || names.contains(name) || Self.usualPrefixes.contains(where: name.hasPrefix)
            }
        case .all(let names): environment.filter { name, _ in !names.contains(name) }
        }
    }
}
