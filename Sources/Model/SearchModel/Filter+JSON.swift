// SPDX-License-Identifier: MIT

import Wire

extension Filter {
    public static let scores = 0...1_000_000
}

extension FilterType: JSONConvertible {
    public init(json: JSON) throws {
        guard let type = json.string.flatMap(FilterType.init(rawValue:)) else {
            let known = FilterType.allCases.map(\.rawValue).joined(separator: ", ")
            throw JSONError("`type` of filters is not one of: \(known)")
        }
        self = type
    }

    public var json: JSON { .string(rawValue) }
}

extension Filter: JSONConvertible {
    public init(json: JSON) throws {
        let isNegated = try json.truth("negated") ?? false
        let type = try json.requiredString("type")
        guard type == "facet" || json["score"]?.isNull ?? true else {
            throw JSONError("only a facet filter has a `score`")
        }
        switch type {
        case "facet":
            let value = try json.requiredFacetValue("value")
            let attribute = try Filter.attribute(in: json)
            let score = try Filter.score(in: json)
            guard score == nil || FilterType(of: .facet(value), on: attribute) == .facet else {
                throw JSONError("only a facet filter has a `score`")
            }
            self.init(attribute: attribute, condition: .facet(value), isNegated: isNegated, score: score)
        case "numeric":
            let attribute = try Filter.attribute(in: json)
            self = try Filter.numeric(attribute, json, isNegated: isNegated)
        case "tag":
            let value = try json.requiredString("value")
            self.init(attribute: Filter.tagAttribute, condition: .facet(.text(value)), isNegated: isNegated)
        case "geo":
            self.init(
                attribute: Filter.geoAttribute,
                condition: .geo(try GeoShape(members: json)),
                isNegated: isNegated
            )
        case let other:
            throw JSONError("`type` of a filter is `\(other)`, not facet, numeric, tag or geo")
        }
    }

    private static func attribute(in json: JSON) throws -> String {
        let attribute = try json.requiredString("attribute")
        guard !attribute.isEmpty else { throw JSONError("`attribute` is empty") }
        return attribute
    }

    private static func score(in json: JSON) throws -> Int? {
        let score = try json.integer("score")
        guard score.map(Filter.scores.contains) ?? true else {
            throw JSONError("`score` is not within \(Filter.scores.lowerBound) and \(Filter.scores.upperBound)")
        }
        return score
    }

    private static func numeric(_ attribute: String, _ json: JSON, isNegated: Bool) throws -> Filter {
        if json["date"] != nil {
            return .date(attribute, try DatePeriod(text: try json.requiredString("date")), isNegated: isNegated)
        }
        if let ends = json["range"]?.array?.map(FacetValue.init(scalar:)) {
            guard ends.count == 2, let low = ends[0], let high = ends[1],
                let filter = range(attribute, from: low, to: high, isNegated: isNegated)
            else { throw JSONError("`range` is not two numbers in order") }
            return filter
        }
        guard let comparison = Operator(rawValue: try json.requiredString("operator")) else {
            throw JSONError("`operator` is not one of < <= = != >= >")
        }
        let value = try json.requiredDouble("value")
        let bound = json["value"].flatMap(FacetValue.init(scalar:)) ?? FacetValue(value)
        return Filter.comparison(attribute, comparison, exactly: bound, isNegated: isNegated)
            ?? Filter(attribute: attribute, condition: .comparison(comparison, value), isNegated: isNegated)
    }

    public var json: JSON {
        var object = JSONObject()
        switch condition {
        case .facet(let value) where attribute == Filter.tagAttribute && value.string != nil:
            object["type"] = "tag"
            object["value"] = value.json
        case .facet(let value):
            object["type"] = "facet"
            object["attribute"] = .string(attribute)
            object["value"] = value.json
        case .comparison(let comparison, _):
            object["type"] = "numeric"
            object["attribute"] = .string(attribute)
            object["operator"] = .string(comparison.rawValue)
            object["value"] = bounds.first?.json ?? .null
        case .geo(let shape):
            object["type"] = "geo"
            for (name, value) in shape.members { object[name] = value }
        case .date(let period):
            object["type"] = "numeric"
            object["attribute"] = .string(attribute)
            object["date"] = .string(period.text)
        case .range:
            object["type"] = "numeric"
            object["attribute"] = .string(attribute)
            object["range"] = .array(bounds.map(\.json))
        }
        if isNegated { object["negated"] = true }
        if let score { object["score"] = JSON(score) }
        return .object(object)
    }
}
