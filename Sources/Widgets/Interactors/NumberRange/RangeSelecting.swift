// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension IntentDeclaration {
    /// The intent that selects a range of numbers.
    static let setRange = IntentDeclaration(
        "set-range",
        "Sets the range; null for none.",
        data: [
            Schema.Member(
                "range",
                .nullable(.range(isOpen: true)),
                isRequired: true,
                "The two ends in order, such as `[5, 20]`; one may be null."
            )
        ]
    )
}

extension AttributeFilters {
    /// What a widget that refines the numbers of an attribute begins with: its parameters, its filters and its title.
    ///
    /// - Throws: `ParameterError` for parameters that make no sense, or where there is no searcher.
    static func ofNumbers(
        _ widget: WidgetConfiguration,
        _ parameters: [Parameter]
    ) throws -> (values: ParameterValues, own: AttributeFilters, title: String) {
        let values = try ParameterValues(widget, parameters)
        _ = try widget.requiredSearcher()
        let own = try AttributeFilters(widget, values, type: .numeric)
        return (values, own, widget.title ?? own.attribute)
    }

    func setRange(
        _ data: JSON,
        within limits: NumberLimits = NumberLimits(lower: nil, upper: nil),
        _ session: inout SessionEdit
    ) throws {
        let ends = try data.present("range")
        try set(ends.isNull ? [] : limits.clamped(NumberSelection(ends).filters(on: attribute)), &session)
    }

    /// The name under which links have the widget's filters, with the limits of their numbers.
    func permalinkKey(within limits: NumberLimits) -> PermalinkScheme.Key {
        var key = permalinkKey
        key.limits = limits.range
        return key
    }
}

extension NumberSelection {
    /// What a view says of a selection within bounds.
    static func viewMembers(
        of selection: NumberSelection?,
        in bounds: ClosedRange<Double>?
    ) -> [(String, JSON)] {
        let isOutside = bounds.map { selection?.isOutside($0) ?? false } ?? false
        return [
            ("bounds", json(of: bounds)),
            ("range", selection?.json ?? .null),
            ("outside", .bool(isOutside)),
        ]
    }

    /// The lowest and highest number, as a view has them.
    static func json(of bounds: ClosedRange<Double>?) -> JSON {
        bounds.map { [.number($0.lowerBound), .number($0.upperBound)] } ?? .null
    }
}

extension SearchPhase {
    /// A view of these members, with what could not be given.
    func view(_ members: [(String, JSON)], warning: SearchWarning?) -> JSON {
        view(members + (warning.map { [("warning", $0.view)] } ?? []))
    }
}
