// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The limits that the app file sets to the numbers that can be chosen; an end that it leaves open follows the results.
///
/// They move with no search and never filter. What people choose is clamped to them, by an intent or by a link; a filter that a
/// program puts into the filter state is kept as it is, and the view says that it is outside.
struct NumberLimits: Sendable, Hashable {
    let lower: Double?
    let upper: Double?

    /// The parameter that sets both ends.
    static let parameter = Parameter(
        "bounds",
        .range(isOpen: true),
        "The lowest and highest number that can be chosen; an end that is null, or both without it, as the results have it."
    )

    static let resultBounds = Schema.Member(
        "resultBounds",
        .range(isOpen: false),
        "The lowest and highest number of the results, without the widget's own filter, where there are any."
    )

    /// The members that views of ranges of numbers have in common.
    static let rangeMembers = [
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member(
            "bounds",
            .nullable(.range(isOpen: false)),
            isRequired: true,
            "The lowest and highest number that can be chosen."
        ),
        resultBounds,
        Schema.Member("range", .nullable(.range(isOpen: true)), isRequired: true, "The ends selected."),
        Schema.Member("outside", .boolean, isRequired: true, "Whether the selection reaches outside of the bounds."),
    ]

    /// The bounds of the results as a view has them.
    static func viewMembers(found: ClosedRange<Double>?) -> [(String, JSON)] {
        found.map { [(resultBounds.name, NumberSelection.json(of: $0))] } ?? []
    }

    /// Reads the parameter `bounds`.
    ///
    /// - Throws: `ParameterError` for ends that are not in order.
    init(_ values: ParameterValues) throws {
        let selection = values["bounds"].isNull ? nil : try NumberSelection(values["bounds"], of: "bounds")
        (lower, upper) = (selection?.lower, selection?.upper)
    }

    init(lower: Double?, upper: Double?) {
        (self.lower, self.upper) = (lower, upper)
    }

    /// The limits as a range, of all numbers that JSON can write where an end is open; `nil` without limits.
    var range: ClosedRange<Double>? {
        guard lower != nil || upper != nil else { return nil }
        let top = Double.greatestFiniteMagnitude
        return (lower ?? -top)...(upper ?? top)
    }

    /// What can be chosen, given the bounds of the results; `nil` where an end is neither set nor found.
    func bounds(found: ClosedRange<Double>?) -> ClosedRange<Double>? {
        guard let low = lower ?? found?.lowerBound, let high = upper ?? found?.upperBound, low <= high else {
            return nil
        }
        return low...high
    }

    func clamped(_ filters: [Filter]) -> [Filter] {
        guard let range else { return filters }
        return filters.map { $0.clamped(to: range) }
    }
}
