// SPDX-License-Identifier: MIT

import SearchClient
import Wire

/// The options of the command line and the environment.
public struct Options: Sendable, Hashable {
    public static let usage = """
        usage: terminal [GATEWAY] [--session ID] [--link URL]

          GATEWAY        the gateway's address (default: http://127.0.0.1:8080)
          --session ID   opens this session; without it, a new one
          --link URL     authenticates with a link that `searchbus link` printed

        SEARCHBUS_KEY is the key for programs: the member `bearer` of gateway.secret in the data directory.
        NO_COLOR disables colours.
        """

    public var gateway = "http://127.0.0.1:8080"
    public var session: String?
    public var credential = Credential.none
    public var isColoured = true
    public var asksForHelp = false

    /// Reads arguments, without the program's name.
    ///
    /// - Throws: `SearchBusError` with `invalid-argument`.
    public init(_ arguments: [String], environment: [String: String]) throws {
        if let key = environment["SEARCHBUS_KEY"], !key.isEmpty { credential = .key(key) }
        isColoured = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        var rest = arguments[...]
        var hasGateway = false
        while let argument = rest.popFirst() {
            switch argument {
            case "--help", "-h": asksForHelp = true
            case "--session": session = try Self.value(of: argument, &rest)
            case "--link":
                let link = try Self.value(of: argument, &rest)
                credential = .link(link)
                if !hasGateway, link.contains("://") { gateway = link }
            case _ where !argument.hasPrefix("-") && !hasGateway:
                gateway = argument
                hasGateway = true
            default:
                throw SearchBusError(.invalidArgument, "`\(argument)` is not understood.", remedy: "Try --help.")
            }
        }
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst() else {
            throw SearchBusError(.invalidArgument, "`\(option)` needs a value.", remedy: "Try --help.")
        }
        return value
    }
}
