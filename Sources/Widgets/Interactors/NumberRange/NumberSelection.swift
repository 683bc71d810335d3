// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The selected range of numbers; an end that is `nil` is open.
struct NumberSelection: Sendable, Hashable {
    let lower: Double?
    let upper: Double?

    /// Makes a selection; `nil` where both ends are open.
    init?(lower: Double?, upper: Double?) {
        guard lower != nil || upper != nil else { return nil }
        (self.lower, self.upper) = (lower, upper)
    }

    /// Reads two ends, of which one may be null.
    ///
    /// - Throws: `JSONError` for anything but two numbers in order.
    init(_ json: JSON) throws {
        guard let ends = NumberSelection(ends: json) else {
            throw JSONError("`range` is not two numbers in order, of which one may be null")
        }
        self = ends
    }

    /// Reads two ends that the app file gives.
    ///
    /// - Throws: `ParameterError` for anything but two numbers in order.
    init(_ json: JSON, of parameter: String) throws {
        guard let ends = NumberSelection(ends: json) else {
            throw ParameterError(parameter, "is not two numbers in order, of which one may be null")
        }
        self = ends
    }

    private init?(ends json: JSON) {
        guard let ends = json.array, ends.count == 2, ends.allSatisfy({ $0.isNull || $0.double != nil }) else {
            return nil
        }
        if let lower = ends[0].double, let upper = ends[1].double, lower > upper { return nil }
        self.init(lower: ends[0].double, upper: ends[1].double)
    }

    /// The selection that filters on an attribute make; `nil` where none of them is one.
    init?(_ filters: [Filter]) {
        var (lower, upper): (Double?, Double?) = (nil, nil)
        for filter in filters {
            switch filter.condition {
            case .range(let range): (lower, upper) = (range.lowerBound, range.upperBound)
            case .comparison(.greaterOrEqual, let value): lower = value
            case .comparison(.lessOrEqual, let value): upper = value
            case .comparison, .date, .facet, .geo: continue
            }
        }
        self.init(lower: lower, upper: upper)
    }

    func overlaps(_ range: ClosedRange<Double>) -> Bool {
        range.upperBound >= lower ?? range.upperBound && range.lowerBound <= upper ?? range.lowerBound
    }

    /// Whether the selection reaches outside of bounds; an open end follows them.
    func isOutside(_ bounds: ClosedRange<Double>) -> Bool {
        !bounds.contains(lower ?? bounds.lowerBound) || !bounds.contains(upper ?? bounds.upperBound)
    }

    /// The filters that make the selection.
    func filters(on attribute: String) -> [Filter] {
        switch (lower, upper) {
        case (let lower?, let upper?): [.range(attribute, lower...upper)]
        case (let lower?, nil): [.comparison(attribute, .greaterOrEqual, lower)]
        case (nil, let upper?): [.comparison(attribute, .lessOrEqual, upper)]
        case (nil, nil): []
        }
    }

    var label: String {
        switch (lower, upper) {
        case (let lower?, let upper?) where lower == upper: JSON.number(lower).label
        case (let lower?, let upper?): "\(JSON.number(lower).label) – \(JSON.number(upper).label)"
        case (let lower?, nil): "≥ \(JSON.number(lower).label)"
        case (nil, let upper?): "≤ \(JSON.number(upper).label)"
        case (nil, nil): ""
        }
    }

    var json: JSON { [lower.map(JSON.number) ?? .null, upper.map(JSON.number) ?? .null] }
}
