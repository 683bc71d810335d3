// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Reads `facetFilters`, `numericFilters`, `tagFilters` and `optionalFilters`: lists of which every element must hold, an
/// element that is a list itself when one of its members does.
package struct FilterLists {
    package enum Kind: String {
        case facetFilters, numericFilters, tagFilters, optionalFilters
    }

    private let kind: Kind

    /// Reads a parameter.
    package static func lists(_ kind: Kind, in values: ParameterValues) throws(AlgoliaError) -> [[FilterCondition]] {
        guard let value = values.value(kind.rawValue) else { return [] }
        let reader = FilterLists(kind: kind)
        if let text = value.string, text.trimmingSpaces.first != "[" { return try reader.lists(in: text) }
        var lists: [[FilterCondition]] = []
        for element in try values.list(kind.rawValue) ?? [] {
            switch element.read {
            case .string(let text):
                if !text.isEmpty { lists.append([try reader.condition(text)]) }
            case .array(let members):
                var alternatives: [FilterCondition] = []
                for member in members {
                    guard let text = member.string else { throw reader.failure }
                    alternatives.append(try reader.condition(text))
                }
                if !alternatives.isEmpty { lists.append(alternatives) }
            default: throw reader.failure
            }
        }
        return lists
    }

    private var failure: AlgoliaError {
        AlgoliaError("\(kind.rawValue): a list of texts, or of lists of texts, is expected")
    }

    /// The older form: conditions between commas, with brackets around alternatives.
    private func lists(in text: String) throws(AlgoliaError) -> [[FilterCondition]] {
        var lists: [[FilterCondition]] = []
        var alternatives: [FilterCondition] = []
        var isInside = false
        var word = ""
        func take() throws(AlgoliaError) {
            let text = word.trimmingSpaces
            word = ""
            guard !text.isEmpty else { return }
            let condition = try condition(String(text))
            if isInside { alternatives.append(condition) } else { lists.append([condition]) }
        }
        for character in text {
            switch character {
            case "(" where !isInside && word.trimmingSpaces.isEmpty: isInside = true
            case ")" where isInside:
                try take()
                isInside = false
                if !alternatives.isEmpty { lists.append(alternatives) }
                alternatives = []
            case ",": try take()
            default: word.append(character)
            }
        }
        guard !isInside else { throw AlgoliaError("\(kind.rawValue): a bracket is not closed") }
        try take()
        return lists
    }

    private func condition(_ text: String) throws(AlgoliaError) -> FilterCondition {
        switch kind {
        case .facetFilters, .optionalFilters: return try facet(text)
        case .tagFilters:
            let isNegated = text.hasPrefix("-")
            return FilterCondition(
                Filter.tagAttribute,
                value: isNegated ? String(text.dropFirst()) : text,
                isNegated: isNegated
            )
        case .numericFilters:
            if let comparison = Self.comparison(text) { return comparison }
            let condition = try FilterTextParser.condition(text)
            guard condition.filters.allSatisfy({ $0.type == .numeric }) else {
                return try number(of: condition, text)
            }
            return condition
        }
    }

    /// `Old price<=50` or `Old price:5 TO 9`, as clients join them: the name is everything before, without quotes.
    private static func comparison(_ text: String) -> FilterCondition? {
        guard !text.contains("\""), !text.contains("'") else { return nil }
        let signs = "<>=!"
        if let last = text.lastIndex(where: signs.contains) {
            let first = text[...last].lastIndex { !signs.contains($0) }.map(text.index(after:)) ?? text.startIndex
            let name = text[..<first].trimmingSpaces
            guard !name.isEmpty, let sign = Filter.Operator(rawValue: String(text[first...last])),
                let number = FilterCondition.number(text[text.index(after: last)...].trimmingSpaces),
                let filter = Filter.comparison(String(name), sign, exactly: number)
            else { return nil }
            return FilterCondition([filter])
        }
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let name = text[..<colon].trimmingSpaces
        let bounds = text[text.index(after: colon)...].split(separator: " ")
        guard !name.isEmpty, bounds.count == 3, bounds[1] == "TO", let low = FilterCondition.number(bounds[0]),
            let high = FilterCondition.number(bounds[2]), let filter = Filter.range(String(name), from: low, to: high)
        else { return nil }
        return FilterCondition([filter])
    }

    /// `price:10`, which asks for the number here.
    private func number(of condition: FilterCondition, _ text: String) throws(AlgoliaError) -> FilterCondition {
        guard let value = condition.filters.first, let number = value.facetValue, !condition.isNegated,
            let filter = Filter.comparison(value.attribute, .equal, exactly: number)
        else {
            throw AlgoliaError("numericFilters: `\(text.prefix(80))` compares no number")
        }
        return FilterCondition([filter])
    }

    /// `brand:Apple`, `brand:-Apple` for all others, `brand:\-5` for a value with a dash.
    private func facet(_ text: String) throws(AlgoliaError) -> FilterCondition {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
            throw AlgoliaError("\(kind.rawValue): `\(text.prefix(80))` is not ATTRIBUTE:VALUE")
        }
        var attribute = text[..<colon]
        var value = text[text.index(after: colon)...]
        var score: Int?
        if value.hasSuffix(">"), let start = value.range(ofLast: "<score=") {
            guard let number = Int(value[start.upperBound...].dropLast()), (0...65_535).contains(number) else {
                throw AlgoliaError("\(kind.rawValue): a score is a whole number up to 65535")
            }
            score = number
            value = value[..<start.lowerBound]
        }
        var isNegated = false
        if attribute.hasPrefix("-"), attribute.count > 1 {
            isNegated = true
            attribute = attribute.dropFirst()
        }
        if value.hasPrefix("-") {
            isNegated.toggle()
            value = value.dropFirst()
        }
        if value.hasPrefix("\\-") { value = value.dropFirst() }
        return FilterCondition(String(attribute), value: String(value), isNegated: isNegated, score: score)
    }
}

extension Substring {
    /// Where a text stands last.
    fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
