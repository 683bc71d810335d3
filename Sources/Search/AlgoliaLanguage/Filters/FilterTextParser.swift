// SPDX-License-Identifier: MIT

import SearchModel

/// Reads the `filters` of Algolia's search protocol: conditions with `AND`, `OR`, `NOT` and brackets.
///
/// What must hold is a list of alternatives, as in `(a:1 OR a:2) AND NOT b:3`; alternatives of several conditions each are
/// refused, and `NOT` applies to a single condition, as in the protocol.
package struct FilterTextParser {
    /// What was read: conditions of which one must hold, in lists that must all hold.
    package typealias Lists = [[FilterCondition]]

    /// The name of the parameter.
    package static let name = "filters"
    /// How deeply brackets may nest.
    private static let depthLimit = 16

    private var lexer: FilterLexer
    private var depth = 0

    private init(_ text: String) { lexer = FilterLexer(text) }

    /// Reads a text; one of white space alone asks for nothing.
    package static func lists(_ text: String) throws(AlgoliaError) -> Lists {
        var parser = FilterTextParser(text)
        guard try parser.lexer.peek() != nil else { return [] }
        let lists = try parser.choice()
        guard try parser.lexer.peek() == nil else { throw AlgoliaError("filters: AND, OR or the end is expected") }
        return lists
    }

    /// One condition, as in lists of conditions.
    static func condition(_ text: String) throws(AlgoliaError) -> FilterCondition {
        var parser = FilterTextParser(text)
        let condition = try parser.condition()
        guard try parser.lexer.peek() == nil else { throw AlgoliaError("`\(text.prefix(80))` is not a condition") }
        return condition
    }

    /// Alternatives: `AND` binds closer.
    private mutating func choice() throws(AlgoliaError) -> Lists {
        var lists = try conjunction()
        while try takes("OR") {
            let other = try conjunction()
            guard lists.count == 1, other.count == 1 else {
                throw AlgoliaError("filters: (X AND Y) OR Z is not allowed, only (X OR Y) AND Z is")
            }
            lists = [lists[0] + other[0]]
        }
        return lists
    }

    private mutating func conjunction() throws(AlgoliaError) -> Lists {
        var lists = try operand()
        while try takes("AND") { lists += try operand() }
        return lists
    }

    private mutating func operand() throws(AlgoliaError) -> Lists {
        if try takes("NOT") {
            let inner = try operand()
            guard inner.count == 1, inner[0].count == 1 else {
                throw AlgoliaError("filters: NOT applies to a single condition")
            }
            return [[inner[0][0].negated]]
        }
        guard try lexer.peek() == .open else { return [[try condition()]] }
        depth += 1
        guard depth <= Self.depthLimit else { throw AlgoliaError("filters: brackets are nested too deep") }
        _ = try lexer.next()
        let inner = try choice()
        guard try lexer.next() == .close else { throw AlgoliaError("filters: a bracket is not closed") }
        depth -= 1
        return inner
    }

    private mutating func takes(_ operation: String) throws(AlgoliaError) -> Bool {
        guard try lexer.peek() == .word(operation, isQuoted: false) else { return false }
        _ = try lexer.next()
        return true
    }

    // MARK: Conditions

    private mutating func condition() throws(AlgoliaError) -> FilterCondition {
        guard case .word(let name, _)? = try lexer.next() else {
            throw AlgoliaError("filters: a condition is expected")
        }
        switch try lexer.peek() {
        case .colon, .sign:
            guard !name.isEmpty else { throw AlgoliaError("filters: a condition begins with the name of an attribute") }
        default: break
        }
        switch try lexer.peek() {
        case .colon:
            _ = try lexer.next()
            return try value(of: name)
        case .sign(let sign):
            if let score = try lexer.score() { return FilterCondition(Filter.tagAttribute, value: name, score: score) }
            _ = try lexer.next()
            guard let comparison = Filter.Operator(rawValue: sign), let bound = try number(),
                let filter = Filter.comparison(name, comparison, exactly: bound)
            else {
                throw AlgoliaError("filters: a number is expected after `\(sign)`")
            }
            return FilterCondition([filter])
        default: return FilterCondition(Filter.tagAttribute, value: name)
        }
    }

    private mutating func number() throws(AlgoliaError) -> FacetValue? {
        guard case .word(let text, false)? = try lexer.next(isValue: true) else { return nil }
        return FilterCondition.number(text)
    }

    private mutating func value(of attribute: String) throws(AlgoliaError) -> FilterCondition {
        guard case .word(let text, let isQuoted)? = try lexer.next(isValue: true) else {
            throw AlgoliaError("filters: a value is expected after `\(attribute.prefix(80)):`")
        }
        if !isQuoted, let low = FilterCondition.number(text), try takes("TO") {
            guard let high = try number(), let filter = Filter.range(attribute, from: low, to: high) else {
                throw AlgoliaError("filters: a range is two numbers, the lower one first")
            }
            return FilterCondition([filter])
        }
        return FilterCondition(attribute, value: text, score: try lexer.score())
    }
}
