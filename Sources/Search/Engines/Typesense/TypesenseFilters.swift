// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import SearchModel
import Wire

/// Filters in Typesense's language, `brand:=`Acme` && price:[10..20]`, which is a text.
///
/// Values stand between backticks, where nothing is an operator but the backtick itself; as it is no letter and no digit, it is none
/// of what the engine compares, and is left out.
struct TypesenseFilters {
    /// A condition: a text of the language, or what is known before the engine is asked.
    enum Condition: Hashable {
        case text(String)
        case always, never
    }

    let fields: TypesenseFields
    let geoField: String
    /// An id that no record has, for what no record can meet.
    let nobody: String

    /// The filters of states; `nil` where nothing is asked.
    ///
    /// - Throws: `SearchBusError.invalidArgument` for what the language has no words for.
    func text(of states: [FilterState]) throws -> String? {
        let groups = try states.flatMap(\.groupsByType).flatMap { group -> [Condition] in
            let conditions = try group.filters.map(condition)
            return group.id.kind == .or ? [any(conditions)] : conditions
        }
        guard !groups.contains(.never) else { return "id:=`\(nobody)`" }
        let texts = groups.compactMap { condition -> String? in
            guard case .text(let text) = condition else { return nil }
            return text
        }
        return texts.isEmpty ? nil : texts.joined(separator: " && ")
    }

    private func any(_ conditions: [Condition]) -> Condition {
        if conditions.contains(.always) { return .always }
        let texts = conditions.compactMap { condition -> String? in
            guard case .text(let text) = condition else { return nil }
            return text
        }
        switch texts.count {
        case 0: return .never
        case 1: return .text(texts[0])
        default: return .text("(\(texts.joined(separator: " || ")))")
        }
    }

    func condition(_ filter: Filter) throws -> Condition {
        switch filter.condition {
        case .facet(let value): return try self.value(value, filter)
        case .geo(let shape): return try place(shape, filter)
        case .comparison, .range, .date:
            let name = try TypesenseFields.name(filter.attribute)
            guard let kind = fields.kind(of: filter.attribute) else { return .never }
            return any((filter.numericConditions ?? []).flatMap { number($0, name, isWhole: kind == .integer) })
        }
    }

    // MARK: - Values

    private func value(_ value: FacetValue, _ filter: Filter) throws -> Condition {
        let name = try TypesenseFields.name(filter.attribute)
        guard let kind = fields.kind(of: filter.attribute), let text = Self.text(of: value, kind) else {
            return filter.isNegated ? .always : .never
        }
        return .text("\(name):\(filter.isNegated ? "!=" : "=")\(text)")
    }

    /// A value as a field of a kind takes it; `nil` for one that no record can have.
    private static func text(of value: FacetValue, _ kind: TypesenseFields.Kind) -> String? {
        let label = value.label
        switch kind {
        case .text: return quoted(label)
        case .integer:
            return value.double.map { $0 == $0.rounded() ? label : nil } ?? Int64(label).map(String.init)
        case .number: return Double(label).flatMap { $0.isFinite ? JSON.number($0).text : nil }
        case .truth: return label == "true" || label == "false" ? label : nil
        case .other: return value.string.map(quoted) ?? label
        }
    }

    /// A text between backticks; `nil` for one of which nothing is left.
    static func quoted(_ text: String) -> String? {
        var inside = text.unicodeScalars.filter { $0 != "`" }
        // At the end a backslash would take the backtick's meaning, and an asterisk would ask for beginnings.
        while let last = inside.last, last == "\\" || last == "*" || last.properties.isWhitespace {
            inside.removeLast()
        }
        let hasWords = inside.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        return hasWords ? "`\(String(String.UnicodeScalarView(inside)))`" : nil
    }

    // MARK: - Numbers

    private func number(_ condition: Filter.Condition, _ name: String, isWhole: Bool) -> [Condition] {
        switch condition {
        case .comparison(.notEqual, let bound):
            // `:!=` lets records through that have no number at all.
            return number(.comparison(.less, bound), name, isWhole: isWhole)
                + number(.comparison(.greater, bound), name, isWhole: isWhole)
        case .range(let range) where isWhole:
            return [whole(name, range.lowerBound.rounded(.up), range.upperBound.rounded(.down))]
        case .comparison(let sign, let bound) where isWhole:
            switch sign {
            case .less: return [whole(name, -.infinity, bound.rounded(.up) - 1)]
            case .lessOrEqual: return [whole(name, -.infinity, bound.rounded(.down))]
            case .equal, .notEqual: return [whole(name, bound.rounded(.up), bound.rounded(.down))]
            case .greaterOrEqual: return [whole(name, bound.rounded(.up), .infinity)]
            case .greater: return [whole(name, bound.rounded(.down) + 1, .infinity)]
            }
        case .range(let range):
            return [.text("\(name):[\(Self.decimal(range.lowerBound))..\(Self.decimal(range.upperBound))]")]
        case .comparison(let sign, let bound):
            return [.text("\(name):\(sign.rawValue)\(Self.decimal(bound))")]
        case .facet, .date, .geo: return []
        }
    }

    /// Whole numbers from one to another; fields of whole numbers take no others.
    private func whole(_ name: String, _ low: Double, _ high: Double) -> Condition {
        let limit = fields.shape?[name]?.type.hasPrefix("int32") == true ? 2_147_483_647.0 : 9_007_199_254_740_992.0
        let (low, high) = (max(low, -limit), min(high, limit))
        guard low <= high else { return .never }
        return .text("\(name):[\(Int64(low))..\(Int64(high))]")
    }

    private static func decimal(_ number: Double) -> String {
        let most = Double(Float.greatestFiniteMagnitude)
        return JSON.number(number.isNaN ? 0 : min(max(number, -most), most)).text.replacing("+", with: "")
    }

    // MARK: - Places

    private func place(_ shape: GeoShape, _ filter: Filter) throws -> Condition {
        guard !filter.isNegated else {
            throw SearchBusError(.invalidArgument, "The engine cannot leave out what is within a place.")
        }
        guard fields.kind(of: geoField) != nil else { return .never }
        let name = try TypesenseFields.name(geoField)
        if case .circle(let center, let radius) = shape {
            let kilometres = Self.decimal(max(0.001, radius / 1_000))
            return .text(
                "\(name):(\(Self.decimal(center.latitude)), \(Self.decimal(center.longitude)), \(kilometres) km)"
            )
        }
        return any(
            shape.simpleBoxes.map { box in
                let (south, west) = (box.southWest.latitude, box.southWest.longitude)
                let (north, east) = (box.northEast.latitude, box.northEast.longitude)
                let corners = [south, west, south, east, north, east, north, west].map(Self.decimal)
                return .text("\(name):(\(corners.joined(separator: ", ")))")
            }
        )
    }
}
