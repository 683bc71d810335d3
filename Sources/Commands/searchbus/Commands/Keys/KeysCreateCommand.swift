// SPDX-License-Identifier: MIT

import AccessKeys
import AlgoliaKeys
import AlgoliaLanguage
import ArgumentParser
import Bus
import Runtime
import Wire

struct KeysCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a key and print it.",
        discussion: """
            With --role the key is for the gateway: a program sends it as `Authorization: Bearer KEY`. It is printed \
            only now. Without --role it is for Algolia's interface.

            Examples: searchbus keys create --role read --description Prometheus
            searchbus keys create --role session --session demo-2 --expires 7d
            searchbus keys create --role session --filters 'tenant:acme' --description Acme
            searchbus keys create --acl search --index 'shop_*' --filters 'visible:true' --description Web

            Exit codes: 0 done; 64 incompatible options; 66 the data directory does not exist, or is not writable.
            """
    )

    @Option(help: "The role of a key of the gateway: read, session or admin.") var role: String?
    @Option(help: "The only session that it opens (default: all).") var session: String?
    @Option(help: "How long the key is valid, such as 30m, 12h or 7d (default: without a limit).")
    var expires: String?
    @Option(help: "A description of the key.") var description = ""
    @Option(help: "A permission of a key of Algolia's interface, such as search or browse (repeatable).")
    var acl: [String] = []
    @Option(help: "An index that it may use, or a pattern with a * at an end (repeatable; default: all).")
    var index: [String] = []
    @Option(help: "Filters that apply to everything that is searched with the key, such as tenant:acme.")
    var filters: String?
    @Option(help: "How many seconds the key is valid, like --expires.") var validity: Int?
    @Flag(help: "Print one JSON object.") var json = false
    @OptionGroup var options: LocationOptions

    func run() {
        Executable.report {
            let lifetime = try expires.map { try KeysCommand.lifetime($0, of: "--expires") }
            guard let role else { return try makeAlgoliaKey(lifetime) }
            guard acl.isEmpty, index.isEmpty, validity == nil else {
                throw SearchBusError(
                    .invalidArgument,
                    "--acl, --index and --validity are for keys of Algolia's interface, --role is for keys of the gateway.",
                    remedy: "Create two keys, one of each kind."
                )
            }
            let scope = try Self.scope(role: role, session: session, filters: filters)
            let now = KeysCommand.now
            let (key, text) = AccessKey.make(
                scope,
                description: description,
                at: now,
                endsAt: lifetime?.end(from: now)
            )
            let file = AccessFile(dataDirectory: try options.location(for: .changing).data)
            try file.change { try $0.insert(key, at: now) }
            guard json else { return Terminal.output.print(text) }
            var members = key.shown
            members["key"] = .string(text)
            Terminal.output.print(JSON.object(members).text)
        }
    }

    /// How far a key reaches.
    ///
    /// - Throws: `SearchBusError` for an invalid role, session or filters, or incompatible ones.
    static func scope(role: String, session: String?, filters: String?) throws -> AccessScope {
        guard let known = AccessRole(rawValue: role) else {
            throw SearchBusError(
                .invalidArgument,
                "Unknown role `\(role)`.",
                remedy: "The roles are read, session and admin."
            )
        }
        let scope = AccessScope(known, session: try checked(session: session), filters: try read(filters: filters))
        guard known != .admin || scope == .everything else {
            throw SearchBusError(
                .invalidArgument,
                "A key of the role admin has all permissions, and --session and --filters limit a key.",
                remedy: "Remove these options, or choose the role session or read."
            )
        }
        return scope
    }

    /// A session that a key can open.
    ///
    /// - Throws: `SearchBusError` for another one.
    static func checked(session: String?) throws -> String? {
        guard let session else { return nil }
        guard Name.isValid(session), !AccessScope.isShared(session) else {
            throw SearchBusError(.invalidSession, "--session \(session): no key can open this session.")
        }
        return session
    }

    /// The filters of an option.
    ///
    /// - Throws: `SearchBusError` that describes the problem.
    static func read(filters: String?) throws -> KeyFilters? {
        do {
            return try filters.map(KeyFilters.init)
        } catch {
            throw SearchBusError(
                .invalidArgument,
                "--\(error)",
                remedy: "Write conditions such as tenant:acme, or price < 100 AND (brand:A OR brand:B)."
            )
        }
    }

    private func makeAlgoliaKey(_ lifetime: Lifetime?) throws {
        guard session == nil else {
            throw SearchBusError(
                .invalidArgument,
                "--session is for keys of the gateway, which need a role.",
                remedy: "Add --role session, or --role read for a read-only key."
            )
        }
        var wanted = JSONObject([
            ("acl", JSON(acl.isEmpty ? ["search"] : acl)), ("indexes", JSON(index)),
            ("validity", JSON(validity ?? lifetime?.seconds ?? 0)), ("description", .string(description)),
        ])
        if let filters {
            wanted["queryParameters"] = .string(FormText.text(of: JSONObject([("filters", .string(filters))])))
        }
        let key: AlgoliaKey
        do {
            key = try AlgoliaKey(wanted: wanted, value: AlgoliaKey.makeValue(), createdAt: KeysCommand.now)
        } catch {
            throw SearchBusError(.invalidArgument, error.message)
        }
        try options.keyFile().change(at: KeysCommand.now) { try $0.insert(key) }
        Terminal.output.print(json ? key.json.text : key.value)
    }
}
