// SPDX-License-Identifier: MIT

/// What is wrong with a value, and where in it.
public struct SchemaProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The way to what is wrong: names of members and places in lists, from 0; empty for the value itself.
    public let path: [String]
    /// What is wrong, in words that follow the name of what is at the path.
    public let message: String
    /// The words that would have been right, where only some are and another was given.
    public let known: [String]
    /// The word that was given in place of one of `known`.
    public let word: String?
    /// What to write instead, where the reader of the value knows better than its declaration.
    public let remedy: String?

    public init(
        _ message: String,
        at path: [String] = [],
        word: String? = nil,
        known: [String] = [],
        remedy: String? = nil
    ) {
        self.path = path
        self.message = message
        self.known = known
        self.word = word
        self.remedy = remedy
    }

    /// The same problem, seen from the value around.
    func within(_ name: String) -> SchemaProblem {
        SchemaProblem(message, at: [name] + path, word: word, known: known, remedy: remedy)
    }

    /// Reads a part of a value; a problem is seen from the value around.
    static func within<Part>(
        _ name: String,
        _ read: () throws(SchemaProblem) -> Part
    ) throws(SchemaProblem) -> Part {
        do throws(SchemaProblem) {
            return try read()
        } catch {
            throw error.within(name)
        }
    }

    public var description: String { path.isEmpty ? message : "`\(path.joined(separator: "."))` \(message)" }
}

extension Schema {
    /// What is wrong with a value, or `nil` where it is what the schema says.
    ///
    /// The first problem in the order of the value's members and elements. Reads the value once; bounded by its size.
    public func problem(with value: JSON) -> SchemaProblem? {
        switch (self, value.read) {
        case (.any, _), (.nullable, .null): return nil
        case (.text(let maximum), .string(let text)):
            guard let maximum, text.utf8.count > maximum else { return nil }
            return SchemaProblem("has \(text.utf8.count) bytes; at most \(maximum) are allowed")
        case (.choice(let known), .string(let word)):
            return known.contains(word) ? nil : SchemaProblem("is not \(words)", word: word, known: known)
        case (.list(let element, let maximum), .array(let elements)):
            guard elements.count <= maximum else {
                return SchemaProblem("holds \(elements.count) elements; at most \(maximum) are allowed")
            }
            return Self.first(elements.lazy.enumerated().map { ("\($0.offset)", $0.element) }, element)
        case (.tuple(let members), .array(let elements)):
            guard elements.count == members.count else { return SchemaProblem("is not \(words)") }
            return zip(members, elements).lazy.compactMap { $0.schema.problem(with: $1)?.within($0.name) }.first
        case (.map(let schema), .object(let object)):
            return Self.first(object.members.lazy.map { ($0.key, $0.value) }, schema)
        case (.object(let members, let isOpen), .object(let object)):
            return Self.problem(with: object, members, isOpen: isOpen)
        case (.oneOf(let schemas), _): return Self.problem(with: value, among: schemas, words)
        case (.nullable(let schema), _), (.named(_, let schema), _): return schema.problem(with: value)
        case (_, let value): return admits(value) ? nil : SchemaProblem("is not \(words)")
        }
    }

    /// Whether a value without parts of its own, or a range, is what the schema says.
    private func admits(_ value: JSON) -> Bool {
        switch (self, value) {
        case (.boolean, .bool), (.value, .string), (.value, .int), (.value, .double), (.value, .bool): true
        case (.integer(let range), .int(let number)): Int(exactly: number).map(range.contains) ?? false
        case (.number(let range), .int), (.number(let range), .double): value.double.map(range.contains) ?? false
        case (.attribute, .string(let name)): (1...256).contains(name.utf8.count)
        case (.part, .string(let name)): (1...Self.longestPartName).contains(name.utf8.count)
        case (.range(let isOpen), .array(let ends)): Self.isRange(ends, isOpen: isOpen)
        default: false
        }
    }

    private static func first(_ parts: some Sequence<(String, JSON)>, _ schema: Schema) -> SchemaProblem? {
        for (name, value) in parts {
            if let problem = schema.problem(with: value) { return problem.within(name) }
        }
        return nil
    }

    private static func isRange(_ ends: [JSON], isOpen: Bool) -> Bool {
        guard ends.count == 2, ends.allSatisfy({ $0.double != nil || (isOpen && $0.isNull) }) else { return false }
        guard let low = ends[0].double, let high = ends[1].double else { return ends[0] != ends[1] }
        return low <= high
    }

    private static func problem(with object: JSONObject, _ members: [Member], isOpen: Bool) -> SchemaProblem? {
        for member in members {
            guard let value = object[member.name], !(value.isNull && !member.isRequired) else {
                if member.isRequired { return SchemaProblem("is missing", at: [member.name]) }
                continue
            }
            if let problem = member.schema.problem(with: value) { return problem.within(member.name) }
        }
        guard !isOpen else { return nil }
        let known = members.map(\.name)
        return object.keys.first { !known.contains($0) }
            .map { SchemaProblem("is unknown here", at: [$0], word: $0, known: known) }
    }

    /// Where none of several fits, the one of the same kind says best what is wrong.
    private static func problem(with value: JSON, among schemas: [Schema], _ words: String) -> SchemaProblem? {
        var deepest: SchemaProblem?
        for schema in schemas {
            guard let problem = schema.problem(with: value) else { return nil }
            if problem.path.count > deepest?.path.count ?? 0 { deepest = problem }
        }
        return deepest ?? SchemaProblem("is not \(words)")
    }
}
