// SPDX-License-Identifier: MIT

import Wire

/// The parameters of a query by name, whichever way they came: as members of JSON, or as text in `params`.
///
/// A value that came as text is read as what is asked for: a number, a boolean, a list in JSON or with commas.
public struct ParameterValues: Sendable, Hashable {
    /// The parameters as they came, without `params` itself.
    public let members: JSONObject

    /// How many parameters a query may have.
    public static let memberLimit = 1_000

    /// Takes parameters one by one; those within `params` come first, and a member beside it takes their place.
    ///
    /// - Throws: `AlgoliaError` for too many parameters, where `params` is not readable text, and where it holds `params`
    ///   again: what is inside would be read after a key's restrictions were applied.
    public init(_ object: JSONObject) throws(AlgoliaError) {
        guard object.count <= Self.memberLimit else {
            throw AlgoliaError("A query has at most \(Self.memberLimit) parameters")
        }
        guard let params = object["params"], !params.isNull else {
            members = object
            return
        }
        guard let text = params.string else { throw AlgoliaError("params: a text is expected") }
        let inner = try FormText.members(of: text)
        guard inner["params"] == nil else { throw AlgoliaError("params: `params` inside `params` is not allowed") }
        var beside = object
        beside["params"] = nil
        members = inner.merging(beside)
    }

    /// A text; `nil` where the parameter is missing or null.
    package func text(_ name: String) throws(AlgoliaError) -> String? {
        guard let value = value(name) else { return nil }
        switch value.read {
        case .string(let text): return text
        case .int, .double, .bool: return value.text
        default: throw AlgoliaError("\(name): a text is expected")
        }
    }

    /// A whole number within bounds.
    package func integer(_ name: String, in bounds: ClosedRange<Int>) throws(AlgoliaError) -> Int? {
        guard let value = value(name) else { return nil }
        guard let number = value.int ?? value.string.flatMap({ Int($0) }), bounds.contains(number) else {
            throw AlgoliaError(
                "\(name): a whole number from \(bounds.lowerBound) to \(bounds.upperBound) is expected"
            )
        }
        return number
    }

    /// A boolean; some clients write 1 and 0.
    package func flag(_ name: String) throws(AlgoliaError) -> Bool? {
        guard let value = value(name) else { return nil }
        switch value.read {
        case .bool(let truth): return truth
        case .string("true"), .string("1"), .int(1): return true
        case .string("false"), .string("0"), .int(0): return false
        default: throw AlgoliaError("\(name): true or false is expected")
        }
    }

    /// A list of texts: of JSON, or the parts of a text between commas.
    ///
    /// - Throws: `AlgoliaError` for an invalid value.
    public func texts(_ name: String) throws(AlgoliaError) -> [String]? {
        guard let list = try list(name) else { return nil }
        var texts: [String] = []
        for element in list {
            guard let text = element.string else { throw AlgoliaError("\(name): a list of texts is expected") }
            texts.append(text)
        }
        return texts
    }

    /// A list of anything; a text that begins like a list is read as JSON, and any other is cut at its commas.
    package func list(_ name: String) throws(AlgoliaError) -> [JSON]? {
        guard let value = value(name) else { return nil }
        if let list = value.array { return list }
        guard let text = value.string else { throw AlgoliaError("\(name): a list is expected") }
        if text.drop(while: { $0 == " " }).first == "[" {
            guard let list = try? JSON(parsing: text, limits: JSONLimits(depth: 4, values: 10_000)).array else {
                throw AlgoliaError("\(name): the list is not JSON")
            }
            return list
        }
        return text.split(separator: ",").map { .string(String($0.trimmingSpaces)) }
    }

    /// A value as it came; null counts as missing.
    package func value(_ name: String) -> JSON? {
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }
}

extension StringProtocol {
    /// The text without white space around it.
    package var trimmingSpaces: SubSequence {
        var text = self[...]
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
