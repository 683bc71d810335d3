// SPDX-License-Identifier: MIT

import Wire

/// Why a request is refused or failed, in the shape in which Algolia's clients read it.
public struct AlgoliaError: Error, Sendable, Hashable {
    /// The HTTP status; clients ask again only from 500 on.
    public let status: Int
    /// What happened, in words.
    public let message: String

    public init(_ message: String, status: Int = 400) {
        self.status = status
        self.message = message
    }

    /// Takes an error of an engine or of the bus, without what only an operator should read.
    public init(_ error: SearchBusError) {
        switch error.code {
        case .unknownIndex: self.init(error.message, status: 404)
        case .invalidArgument, .malformedJSON, .invalidRecord: self.init(error.message)
        case .tooLarge: self.init("\(error.message) \(error.remedy)", status: 413)
        case .forbiddenHost: self.init(error.message, status: 421)
        case .backendTimeout: self.init("The search engine did not answer in time.", status: 504)
        case .busy: self.init("The service is busy: try again in a moment.", status: 503)
        case .brokerUnavailable, .journalUnavailable:
            self.init("The service is unavailable at the moment: try again.", status: 503)
        case .storageFull: self.init("The disk of the server is full: no request is accepted.", status: 507)
        case .storageFailed: self.init("The disk of the server fails: no request is accepted.", status: 500)
        default: self.init("The search failed (\(error.code.rawValue)).", status: 502)
        }
    }
}

extension AlgoliaError: JSONConvertible {
    public init(json: JSON) throws {
        self.init(try json.requiredString("message"), status: try json.requiredInt("status"))
    }

    /// The error as an object with `message` and `status`.
    public var json: JSON { ["message": .string(message), "status": JSON(status)] }
}
