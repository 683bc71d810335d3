// SPDX-License-Identifier: MIT

import Wire

/// A search engine that searchers ask.
public struct BackendConfiguration: JSONRecord {
    public var name = ""
    public var type = ""
    public var parameters = JSON.object(JSONObject())

    public static let fields: [Field] = [
        Field("name", \.name, isDerived: true, "The name that searchers use."),
        Field("type", \.type, "The type of engine, such as `embedded` or `http`."),
        Field("parameters", \.parameters, isDerived: true, "The other parameters; `${NAME}` stands for secrets."),
    ]

    /// The engine that is asked where an app file names none.
    public static let embedded = BackendConfiguration(name: "embedded", type: "embedded")

    public init() {}

    public init(name: String, type: String, parameters: JSON = .object(JSONObject())) {
        self.name = name
        self.type = type
        self.parameters = parameters
    }

    /// What starts the program that answers, the program first; `nil` if it is built in, or SearchBus does not start it.
    public var run: [String]? {
        parameters["run"].map { run in run.string.map { [$0] } ?? (run.array ?? []).compactMap(\.string) }
    }

    /// The variables of the environment that the program gets by name, beside those that parameters name.
    public var environment: [String] { (parameters["environment"]?.array ?? []).compactMap(\.string) }

    /// The parameters with the values of environment variables instead of `${NAME}`.
    ///
    /// Only the process that asks the engine needs them: neither the bus nor the console ever sees a secret.
    ///
    /// - Throws: `SearchBusError` that names a variable which is not set.
    public func resolvedParameters(in environment: [String: String]) throws -> JSON {
        try BackendConfiguration.resolve(parameters) { text in
            try EnvironmentText(text).value(in: environment, owner: "backend `\(name)`")
        }
    }

    /// The names of the environment variables in a value's texts.
    public static func variables(of value: JSON) -> [String] {
        switch value {
        case .string(let text): (try? EnvironmentText(text).variables) ?? []
        case .array(let elements): elements.flatMap(variables)
        case .object(let object): object.members.flatMap { variables(of: $0.value) }
        default: []
        }
    }

    private static func resolve(_ value: JSON, _ text: (String) throws -> String) throws -> JSON {
        switch value {
        case .string(let string): .string(try text(string))
        case .array(let elements): .array(try elements.map { try resolve($0, text) })
        case .object(let object): .object(JSONObject(try object.members.map { ($0.key, try resolve($0.value, text)) }))
        default: value
        }
    }
}
