// SPDX-License-Identifier: MIT

import Interactors
import Wire

/// A type of engine that an app file may name, and what may be said of one: the one list from which the app file is read, processes
/// are planned and engines are made.
public struct BackendType: Sendable, Hashable {
    /// Where its searches run.
    public enum Place: Sendable, Hashable {
        /// In the searcher's process, on indexes in the data directory.
        case embedded
        /// In another program, which the searcher asks.
        case remote
        /// In a program of one's own that is the searcher itself.
        case own
    }

    /// The word for it, such as `elasticsearch`.
    public let name: String
    public let summary: String
    public let place: Place
    /// What an app file may say of it beside its type.
    public let parameters: [Parameter]
    /// The parameters of which one is needed to find the engine; empty where each says for itself whether it is.
    public let needsOneOf: [String]

    public init(
        _ name: String,
        _ place: Place,
        _ summary: String,
        parameters: [Parameter] = [],
        needsOneOf: [String] = []
    ) {
        self.name = name
        self.place = place
        self.summary = summary
        self.parameters = parameters
        self.needsOneOf = needsOneOf
    }

    public static let all: [BackendType] = [
        .embedded, .algolia, .elasticsearch, .opensearch, .meilisearch, .typesense, .postgresql, .groonga, .http, .own,
    ]

    /// The type of a name; `nil` for an unknown one.
    public init?(named name: String) {
        guard let type = BackendType.all.first(where: { $0.name == name }) else { return nil }
        self = type
    }
}

extension BackendType {
    public static let embedded = BackendType("embedded", .embedded, "Indexes of the data directory.")

    public static let algolia = BackendType(
        "algolia",
        .remote,
        "Algolia, or any service that speaks its search protocol.",
        parameters: network(isURLRequired: false) + [
            Parameter("applicationID", .text, "The application's id; its hosts are used if there is no `url`."),
            Parameter("apiKey", .text, "A key that permits searching."),
            Parameter("filterSyntax", .choice(["lists", "text"]), "How filters are written."),
            Parameter("parameterSyntax", .choice(["members", "text"]), "How all parameters are written."),
        ],
        needsOneOf: ["url", "hosts", "applicationID"]
    )

    public static let own = BackendType(
        "own",
        .own,
        "A program of your own that answers requests.",
        parameters: [
            Parameter("run", .oneOf([.text, .list(.text)]), "The program and its arguments: [PROGRAM, ARGUMENTS…]."),
            Parameter("external", .boolean, "Whether SearchBus does not start it."),
            Parameter("environment", .list(.text), "The variables of the environment that the program gets, by name."),
            Parameter("parameters", .map(.any), "Parameters for the program, by name."),
        ],
        needsOneOf: ["run", "external"]
    )

    /// What may be said of every engine that is asked over HTTP.
    static func network(isURLRequired: Bool = true) -> [Parameter] {
        [
            Parameter("url", .text, isRequired: isURLRequired, "The address, http://HOST:PORT or https://HOST."),
            Parameter("hosts", .list(.text), "Further addresses, each of which answers alone."),
            Parameter("headers", .map(.value), "Headers of each request, by name."),
            Parameter("timeout", .number(0.001...600), "Timeout of a response in seconds, retries included."),
            Parameter("connectTimeout", .number(0.001...600), "Timeout of a connection attempt in seconds."),
            Parameter("retries", .integer(0...10), "How often a broken connection is tried again."),
            Parameter("connections", .integer(1...1_000), "Maximum number of connections to a host."),
            Parameter("largestAnswer", .integer(1_024...1_073_741_824), "How many bytes an answer may have."),
            Parameter("certificateAuthority", .text, "A file of certificates to trust, in PEM form."),
        ]
    }
}
