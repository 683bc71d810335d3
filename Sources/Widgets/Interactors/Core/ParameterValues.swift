// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A widget's parameters, each of the kind that its type declares, with the defaults filled in.
///
/// The accessors are for parameters that the type declares with the kind in question; so what they answer for others is
/// of no interest, and is an empty value.
public struct ParameterValues: Sendable {
    private let values: [String: JSON]

    /// Checks the parameters that the app file gives.
    ///
    /// - Throws: `ParameterError` for one that is unknown, missing or of the wrong kind.
    public init(_ widget: WidgetConfiguration, _ parameters: [Parameter]) throws {
        let given = widget.parameters.object ?? JSONObject()
        for name in given.keys where !parameters.contains(where: { $0.name == name }) {
            throw ParameterError(name, "is not a parameter of a `\(widget.type)` widget")
        }
        var values: [String: JSON] = [:]
        for parameter in parameters {
            if let value = given[parameter.name], !value.isNull {
                if let problem = parameter.schema.problem(with: value) {
                    throw ParameterError(parameter.name, problem.description)
                }
                values[parameter.name] = value
            } else if parameter.isRequired {
                throw ParameterError(parameter.name, "is missing")
            } else {
                values[parameter.name] = parameter.defaultValue
            }
        }
        self.values = values
    }

    /// The given value, or the default; `null` if there is neither.
    public subscript(name: String) -> JSON { values[name] ?? .null }

    /// A text, or `nil` if it is missing.
    public func string(_ name: String) -> String? { self[name].string }

    /// A text that is required or has a default.
    public func text(_ name: String) -> String { self[name].string ?? "" }

    /// A boolean that has a default.
    public func flag(_ name: String) -> Bool { self[name].bool ?? false }

    /// A list of texts, or `nil` if it is missing.
    public func strings(_ name: String) -> [String]? { self[name].array?.compactMap(\.string) }

    /// A whole number that is required or has a default.
    public func integer(_ name: String) -> Int { self[name].int ?? 0 }

    /// A number that is required or has a default.
    public func number(_ name: String) -> Double { self[name].double ?? 0 }

    /// A list of facet values; empty if it is missing.
    public func facetValues(_ name: String) -> [FacetValue] {
        self[name].array?.compactMap(FacetValue.init(scalar:)) ?? []
    }
}

/// A parameter that a widget type understands, as a member of what the app file says about the widget.
public typealias Parameter = Schema.Member

/// A parameter whose value makes no sense.
public struct ParameterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The parameter's name.
    public let parameter: String
    /// What is wrong with it and what would be right, in words that follow the name.
    public let message: String

    public init(_ parameter: String, _ message: String) {
        self.parameter = parameter
        self.message = message
    }

    public var description: String { "`\(parameter)` \(message)" }
}
