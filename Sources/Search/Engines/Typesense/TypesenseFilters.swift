// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// Filters in Typesense's language, `brand:=`Acme` && price:[10..20]`, which is a text.
///
/// Values are written between backticks, where only the backtick itself is an operator. The engine compares letters and digits only, so
/// a backtick is omitted.
struct TypesenseFilters: FilterVisitor {
    /// A condition: a text of the language, or what is known before the engine is asked.
    enum Condition: Hashable {
        case text(String)
        case always, never
    }

    let fields: TypesenseFields
    let geoField: String
    /// An id that no record has, for what no record can meet.
    let nobody: String

    func text(of request: SearchRequest) throws -> String? {
        let groups = try clauses(of: request.baseFilters, request.filters)
        guard !groups.contains(.never) else { return "id:=`\(nobody)`" }
        let texts = groups.compactMap { condition -> String? in
            guard case .text(let text) = condition else { return nil }
            return text
        }
        return texts.isEmpty ? nil : texts.joined(separator: " && ")
    }

    func any(_ conditions: [Condition]) -> Condition {
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

    // MARK: - Values

    func value(_ value: FacetValue, of attribute: String, isNegated: Bool) throws -> Condition {
        let name = try TypesenseFields.name(attribute)
        guard let kind = fields.kind(of: attribute), let text = Self.text(of: value, kind) else {
            return isNegated ? .always : .never
        }
        return .text("\(name):\(isNegated ? "!=" : "=")\(text)")
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

    func numbers(in intervals: [NumberInterval], of attribute: String) throws -> Condition {
        let name = try TypesenseFields.name(attribute)
        guard let kind = fields.kind(of: attribute) else { return .never }
        return any(intervals.map { kind == .integer ? whole(name, $0) : .text("\(name):\(Self.text(of: $0))") })
    }

    private static func text(of interval: NumberInterval) -> String {
        guard let lower = interval.lower, let upper = interval.upper, lower < upper else {
            return interval.comparisons.map { "\($0.sign.rawValue)\(decimal($0.bound))" }.joined()
        }
        return "[\(decimal(lower))..\(decimal(upper))]"
    }

    /// Whole numbers from one to another; fields of whole numbers take no others.
    private func whole(_ name: String, _ interval: NumberInterval) -> Condition {
        let limit = fields.shape?[name]?.type.hasPrefix("int32") == true ? 2_147_483_647.0 : 9_007_199_254_740_992.0
        let lowest = interval.lower.map { interval.isOpen ? $0.rounded(.down) + 1 : $0.rounded(.up) }
        let highest = interval.upper.map { interval.isOpen ? $0.rounded(.up) - 1 : $0.rounded(.down) }
        let (low, high) = (max(lowest ?? -limit, -limit), min(highest ?? limit, limit))
        guard low <= high else { return .never }
        return .text("\(name):[\(Int64(low))..\(Int64(high))]")
    }

    private static func decimal(_ number: Double) -> String {
        let most = Double(Float.greatestFiniteMagnitude)
        return JSON.number(min(max(number, -most), most)).text.replacing("+", with: "")
    }

    // MARK: - Places

    func place(in shape: GeoShape, of attribute: String, isNegated: Bool) throws -> Condition {
        guard !isNegated else {
            throw SearchBusError(.invalidArgument, "The engine does not support negated geographic filters.")
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
