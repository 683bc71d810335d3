// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

extension HTTPBackend.Configuration {
    /// Reads the parameters of a backend in an app file: `url`, `timeout` in seconds, `headers`, `filterSyntax`,
    /// `parameterSyntax`.
    ///
    /// - Throws: `SearchBusError` with `invalid-app-file` that names the backend and the parameter.
    public init(_ parameters: JSON, of backend: String) throws {
        guard let url = parameters["url"]?.string else {
            throw SearchBusError(.invalidAppFile, "The backend `\(backend)` has no `url`.")
        }
        self.init(url: url)
        if let timeout = parameters["timeout"]?.double {
            guard (0.001...600).contains(timeout) else {
                throw SearchBusError(
                    .invalidAppFile,
                    "`timeout` of the backend `\(backend)` is not 0.001 to 600 seconds."
                )
            }
            self.timeout = .milliseconds(Int(timeout * 1000))
        }
        filterSyntax = try Self.word("filterSyntax", in: parameters, of: backend) ?? filterSyntax
        parameterSyntax = try Self.word("parameterSyntax", in: parameters, of: backend) ?? parameterSyntax
        for member in parameters["headers"]?.object?.members ?? [] {
            let (name, value) = (member.key, member.value)
            guard let value = value.string else {
                throw SearchBusError(.invalidAppFile, "The header `\(name)` of the backend `\(backend)` is no text.")
            }
            headers[name] = value
        }
    }

    /// One of the words of a type; `nil` where the parameter is missing.
    private static func word<Word: RawRepresentable & CaseIterable>(
        _ name: String,
        in parameters: JSON,
        of backend: String
    ) throws -> Word? where Word.RawValue == String {
        guard let given = parameters[name] else { return nil }
        guard let word = given.string.flatMap(Word.init) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw SearchBusError(.invalidAppFile, "`\(name)` of the backend `\(backend)` is not one of: \(known).")
        }
        return word
    }
}
