// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The range of numbers that somebody selected; an end that is `nil` is open.
struct NumberSelection: Sendable, Hashable {
    let lower: Double?
    let upper: Double?

    /// Reads two ends, of which one may be null.
    ///
    /// - Throws: `JSONError` for anything but two numbers in order.
    init(_ json: JSON) throws {
        guard let ends = json.array, ends.count == 2, ends.allSatisfy({ $0.isNull || $0.double != nil }),
            !ends.allSatisfy(\.isNull)
        else { throw JSONError("`range` is not two numbers in order, of which one may be null") }
        (lower, upper) = (ends[0].double, ends[1].double)
        if let lower, let upper, lower > upper { throw JSONError("`range` is not two numbers in order") }
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
        guard lower != nil || upper != nil else { return nil }
        (self.lower, self.upper) = (lower, upper)
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

    /// The two ends.
    var json: JSON { [lower.map(JSON.number) ?? .null, upper.map(JSON.number) ?? .null] }
}
