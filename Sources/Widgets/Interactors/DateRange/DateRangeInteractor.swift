// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A range of dates: two days, or a period in words such as "last 7 days", which is counted from the day on which it is asked.
///
/// The attribute's numbers are seconds since 1970, or milliseconds. A period stays a period in the filter state, in links and
/// saved states; it becomes numbers with each search.
public struct DateRangeInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var bounds: ClosedRange<Double>?
        var selection: NumberSelection?
        var period: DatePeriod?
        var warning: SearchWarning?
    }

    private struct Preset {
        let label: String
        let period: DatePeriod
    }

    public static let type = "date-range"
    public static let summary = "A range of dates, with periods to choose from."
    public static let place = WidgetPlace.side
    public static let intents = [
        .setRange,
        IntentDeclaration(
            "select",
            "Selects a named period; null for none.",
            data: [Schema.Member("period", .nullable(.text(maximum: 64)), isRequired: true, "Such as `last 7 days`.")]
        ),
        IntentDeclaration("clear", "Clears the range and the period."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("unit", units, isRequired: true, "What the numbers count since 1970."),
        Schema.Member("bounds", .nullable(.range(isOpen: false)), isRequired: true, "The earliest and latest date."),
        Schema.Member("range", .nullable(.range(isOpen: true)), isRequired: true, "The ends selected."),
        Schema.Member("outside", .boolean, isRequired: true, "Whether the range reaches outside of the bounds."),
        Schema.Member("period", .nullable(.text), isRequired: true, "The period selected."),
        .list(
            "presets",
            of: "DatePreset",
            "A period of time to choose, such as the last 7 days.",
            [
                Schema.Member("label", .text, isRequired: true, "The period as displayed."),
                Schema.Member("period", .text, isRequired: true, "The period."),
                Schema.Member("selected", .boolean, isRequired: true, "Whether it is selected."),
            ],
            property: "items",
            "The periods to choose from."
        ),
    ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .stats
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .and) + [
            Parameter("unit", units, default: "seconds", "What the numbers count since 1970."),
            Parameter(
                "presets",
                .list(
                    .oneOf([
                        .text(maximum: 64),
                        .object([
                            Schema.Member("period", .text(maximum: 64), isRequired: true, "Such as `last 7 days`."),
                            Schema.Member("label", .text(maximum: 1_000), "The displayed label."),
                        ]),
                    ]),
                    maximum: 20
                ),
                default: ["last 7 days", "last 30 days", "this year"],
                "Periods to choose from."
            ),
            Parameter("range", .range(isOpen: true), "The two ends of the range that a session starts with."),
        ]

    private static let units = Schema.choice(
        DatePeriod.Scale.allCases.map(\.rawValue),
        "DateUnit",
        "What the numbers of a `date-range` count since 1970."
    )

    private let own: AttributeFilters
    private let title: String
    private let unit: DatePeriod.Scale
    private let presets: [Preset]
    private let initialSelection: NumberSelection?

    public init(_ widget: WidgetConfiguration) throws {
        let values: ParameterValues
        (values, own, title) = try AttributeFilters.ofNumbers(widget, Self.parameters)
        let unit = DatePeriod.Scale(rawValue: values.text("unit")) ?? .seconds
        self.unit = unit
        presets = try ParameterError.reading("presets") {
            try (values["presets"].array ?? []).map { preset in
                let period = try Self.period(preset.string ?? preset.requiredString("period"), in: unit)
                return Preset(label: preset["label"]?.string ?? period.label, period: period)
            }
        }
        guard Set(presets.map(\.period)).count == presets.count else {
            throw ParameterError("presets", "has a period twice")
        }
        initialSelection = values["range"].isNull ? nil : try NumberSelection(values["range"])
    }

    /// Reads a period; what the attribute's numbers count is known here and need not be said.
    private static func period(_ text: String, in unit: DatePeriod.Scale) throws -> DatePeriod {
        DatePeriod(try DatePeriod(text: text).span, in: unit)
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(initialSelection?.filters(on: own.attribute) ?? []) }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey] }

    public var countedAttributes: Set<String>? { [own.attribute] }

    public var needs: SearchNeeds { SearchNeeds(stats: [own.attribute]) }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "set-range":
            try own.setRange(intent.data, &session)
        case "select" where intent.data["period"]?.isNull == true, "clear":
            try own.set([], &session)
        case "select":
            let period = try Self.period(try intent.data.requiredString("period"), in: unit)
            try own.set([.date(own.attribute, period)], &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input {
            let filters = own.filters(in: filters)
            state.selection = NumberSelection(filters)
            state.period =
                filters.lazy.compactMap { filter in
                    guard case .date(let period) = filter.condition else { return nil }
                    return period
                }.first
        }
        switch state.search.take(input) {
        case nil: break
        case .cleared: (state.bounds, state.warning) = (nil, nil)
        case .answer(let response, _, _):
            state.bounds = response.hits?.stats[own.attribute]
            state.warning = response.hits?.warning(about: own.attribute, besides: [.attributeNotCounted, .facetCut])
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let selected = NumberSelection.viewMembers(of: state.selection, in: state.bounds)
        let members: [(String, JSON)] =
            [
                ("attribute", .string(own.attribute)), ("title", .string(title)), ("unit", .string(unit.rawValue)),
            ] + selected + [
                ("period", (state.period?.label).map(JSON.string) ?? .null),
                (
                    "presets",
                    .array(
                        presets.map { preset in
                            [
                                "label": .string(preset.label), "period": .string(preset.period.label),
                                "selected": .bool(preset.period == state.period),
                            ]
                        }
                    )
                ),
            ]
        return state.search.view(members, warning: state.warning)
    }
}
