// SPDX-License-Identifier: MIT

import AppModel
import Wire

extension TransportConfiguration {
    /// Reads what an app file says of how an engine is reached, of which the reader has checked the kinds.
    init(_ backend: ResolvedBackend, addresses: [String] = [], headers keys: [String: String] = [:]) throws {
        let parameters = backend.parameters
        let listed =
            [parameters["url"]?.string].compactMap(\.self)
            + (parameters["hosts"]?.array ?? []).compactMap(\.string)
        let hosts = listed.isEmpty ? addresses : listed
        guard !hosts.isEmpty else {
            throw SearchBusError(.invalidAppFile, "The backend `\(backend.name)` has no `url`.")
        }
        self.init(hosts: try hosts.map(HostAddress.init), headers: keys)
        for member in parameters["headers"]?.object?.members ?? [] {
            guard let value = member.value.string, Self.isHeader(member.key, value) else {
                throw SearchBusError(
                    .invalidAppFile,
                    "The header `\(member.key)` of the backend `\(backend.name)` is not a text without line breaks."
                )
            }
            headers[member.key] = value
        }
        timeout = try backend.seconds("timeout") ?? timeout
        connectTimeout = try backend.seconds("connectTimeout") ?? min(connectTimeout, timeout)
        retries = parameters["retries"]?.int ?? retries
        connections = parameters["connections"]?.int ?? connections
        largestAnswer = parameters["largestAnswer"]?.int ?? largestAnswer
        certificateAuthority = parameters["certificateAuthority"]?.string
        secrets = backend.secrets()
    }

    private static func isHeader(_ name: String, _ value: String) -> Bool {
        let isName = !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
        return isName && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
}

/// A backend of an app with the values of variables in its parameters: it stays in the process that asks the engine.
struct ResolvedBackend: Sendable {
    let name: String
    let type: String
    let parameters: JSON
    /// The values of variables, by the parameter in which they stand.
    private let values: [String: Set<String>]

    /// - Throws: `SearchBusError` that names a variable which is not set.
    init(_ backend: BackendConfiguration, in environment: [String: String]) throws {
        name = backend.name
        type = backend.type
        parameters = try backend.resolvedParameters(in: environment)
        let members = backend.parameters.object?.members ?? []
        let values = members.map {
            ($0.key, Set(BackendConfiguration.variables(of: $0.value).compactMap { environment[$0] }))
        }
        self.values = Dictionary(values, uniquingKeysWith: { $0.union($1) })
    }

    /// Secrets that an engine's messages may repeat: keys and passwords, and the values of variables in all parameters
    /// but one.
    func secrets(besides other: String? = nil) -> Set<String> {
        let own = ["apiKey", "password"].compactMap(text)
        return values.filter { $0.key != other }.values.reduce(Set(own)) { $0.union($1) }
    }

    /// Further members of each search, of which the searcher sets none itself.
    func members(of parameter: String, besides own: Set<String>) throws -> JSONObject {
        let members = parameters[parameter]?.object ?? JSONObject()
        guard let name = members.keys.first(where: own.contains) else { return members }
        throw SearchBusError(
            .invalidAppFile,
            "`\(parameter)` of the backend `\(self.name)` has `\(name)`, which the searcher sets itself.",
            remedy: "Leave it out."
        )
    }

    func text(_ name: String) -> String? { parameters[name]?.string }

    func seconds(_ parameter: String) throws -> Duration? {
        guard let seconds = parameters[parameter]?.double else { return nil }
        guard (0.001...600).contains(seconds) else {
            throw SearchBusError(
                .invalidAppFile,
                "`\(parameter)` of the backend `\(name)` is not 0.001 to 600 seconds."
            )
        }
        return .milliseconds(Int(seconds * 1000))
    }

    /// One of the words of a type; `nil` where the parameter is missing.
    func word<Word: RawRepresentable & CaseIterable>(_ parameter: String) throws -> Word?
    where Word.RawValue == String {
        guard let given = parameters[parameter] else { return nil }
        guard let word = given.string.flatMap(Word.init) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw SearchBusError(.invalidAppFile, "`\(parameter)` of the backend `\(name)` is not one of: \(known).")
        }
        return word
    }
}
