// SPDX-License-Identifier: MIT

import Runtime

/// What a process gets of the supervisor's own environment, which may hold passwords and the keys of engines.
public struct Inheritance: Sendable, Hashable {
    /// The variables by name; `nil` for all of them.
    private let names: Set<String>?
    /// What else is handed on: variables whose names begin with one of these.
    private let prefixes: [String]

    public static let all = Inheritance(names: nil, prefixes: [])

    /// What every process of SearchBus needs, and further variables, by name and by what their names begin with.
    public static func usual(and names: [String], prefixes: [String] = []) -> Inheritance {
        Inheritance(names: basic.union(proxies).union(names), prefixes: basicPrefixes + prefixes)
    }

    /// The variables that a third-party program needs, and those that the app file names for it.
    public static func program(and names: [String]) -> Inheritance {
        Inheritance(names: basic.union(names), prefixes: basicPrefixes)
    }

    private static let basic: Set<String> = [
        "HOME", "LANG", "LANGUAGE", "LOGNAME", "NO_COLOR", "PATH", "SHELL", "SSL_CERT_DIR", "SSL_CERT_FILE", "TEMP",
        "TERM", "TMP", "TMPDIR", "TZ", "USER", Executable.logVariable.name,
    ]
    /// The address of a proxy may hold a password.
    private static let proxies: Set<String> = [
        "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy",
    ]
    private static let basicPrefixes = [
        "ASAN_", "GLIBC_", "LC_", "LD_", "LIBDISPATCH_", "LLVM_", "LSAN_", "MALLOC_", "SWIFT_", "TSAN_", "UBSAN_",
        "XDG_",
    ]

    /// The part of an environment that is handed on.
    public func part(of environment: [String: String]) -> [String: String] {
        guard let names else { return environment }
        return environment.filter { name, _ in names.contains(name) || prefixes.contains(where: name.hasPrefix) }
    }
}
