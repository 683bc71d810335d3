// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// One comparison with a number: a slider with one handle, a stepper or a date.
///
/// As with a range, bounds come with every answer and never filter: a number outside of the results' bounds is kept. Only the
/// bounds that the app file gives, `min` and `max`, hold for what is chosen here.
public struct NumberInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var bounds: ClosedRange<Double>?
        var value: Double?
        var warning: SearchWarning?
    }

    public static let type = "number"
    public static let summary = "One number that an attribute is compared with: a slider, a stepper or a date."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "set",
            "Sets the number; null for none.",
            data: [Schema.Member("value", .nullable(.number), isRequired: true, "The number.")]
        ),
        IntentDeclaration("increment", "Increases the number by a step, or sets its start.", data: stepMembers),
        IntentDeclaration("decrement", "Decreases the number by a step, or sets its start.", data: stepMembers),
        IntentDeclaration("clear", "Removes the number."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("control", controls, isRequired: true, "How a controller displays it."),
        Schema.Member("comparison", .choice(Schema.comparisons), isRequired: true, "How numbers are compared."),
        Schema.Member("value", .nullable(.number), isRequired: true, "The number."),
        Schema.Member("bounds", .nullable(.range(isOpen: false)), isRequired: true, "The lowest and highest number."),
        Schema.Member("step", .number, isRequired: true, "The size of a step."),
        Schema.Member("outside", .boolean, isRequired: true, "Whether the number is outside of the bounds."),
    ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .stats
    public static let parameters =
        AttributeFilters.parameters(defaultOperator: .and) + [
            Parameter("comparison", .choice(Schema.comparisons), default: ">=", "How numbers are compared."),
            Parameter("control", controls, default: "slider", "A date is a number of seconds since 1970."),
            Parameter(
                "step",
                .number(0.000_001...1e12),
                "How much a step is; without it, 1, and a day for dates; for a slider, less where the bounds have decimals."
            ),
            Parameter("min", .number, "The lowest number that can be chosen; without it, as the results have it."),
            Parameter("max", .number, "The highest number that can be chosen; without it, as the results have it."),
            Parameter("begin", .number, "The number of the first step; without it, `min` or 0."),
            Parameter("value", .number, "The number that a session starts with."),
        ]

    private static let controls = Schema.choice(
        ["slider", "stepper", "date"],
        "NumberView.Control",
        "How to draw a number.",
        words: ["date": "The number is a count of seconds since 1970."]
    )
    private static let stepMembers = [
        Schema.Member("by", .number, "By how much; one step by default."),
        Schema.Member("begin", .number, "The number where there is none yet; without it, as the app file says."),
    ]

    private let own: AttributeFilters
    private let title: String
    private let control: String
    private let comparison: Filter.Operator
    private let step: Double
    private let isStepGiven: Bool
    private let limits: NumberLimits
    private let begin: Double
    private let initialValue: Double?

    public init(_ widget: WidgetConfiguration) throws {
        let values: ParameterValues
        (values, own, title) = try AttributeFilters.ofNumbers(widget, Self.parameters)
        control = values.text("control")
        comparison = Filter.Operator(rawValue: values.text("comparison")) ?? .greaterOrEqual
        step = values["step"].double ?? (control == "date" ? 86_400 : 1)
        isStepGiven = !values["step"].isNull
        let (low, high) = (values["min"].double, values["max"].double)
        if let low, let high, low > high { throw ParameterError("max", "is less than `min`") }
        limits = NumberLimits(lower: low, upper: high)
        begin = values["begin"].double ?? low ?? 0
        initialValue = values["value"].double
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] {
        own.initial(initialValue.map { [.comparison(own.attribute, comparison, clamped($0))] } ?? [])
    }

    public var permalinkKeys: [PermalinkScheme.Key] { [own.permalinkKey(within: limits)] }

    public var countedAttributes: Set<String>? { [own.attribute] }

    public var needs: SearchNeeds { SearchNeeds(stats: [own.attribute]) }

    /// The number within what the app file admits; not a number that JSON cannot write.
    private func clamped(_ number: Double) -> Double {
        let top = Double.greatestFiniteMagnitude
        return min(max(number, limits.lower ?? -top), limits.upper ?? top)
    }
}

// MARK: - Intents

extension NumberInteractor {
    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "set" where intent.data["value"]?.isNull == true, "clear": try set(nil, &session)
        case "set": try set(try intent.data.requiredDouble("value"), &session)
        case "increment": try move(intent.data, by: 1, &session)
        case "decrement": try move(intent.data, by: -1, &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    /// One step from where the session is; the first goes to where it begins.
    private func move(_ data: JSON, by sign: Double, _ session: inout SessionEdit) throws {
        guard let now = value(in: try session.filters(own.filterState)) else {
            return try set(data["begin"]?.double ?? begin, &session)
        }
        try set(Self.tidy(now + sign * (data["by"]?.double ?? step)), &session)
    }

    /// Replaces the numbers with the same comparison by one; other comparisons stay.
    private func set(_ number: Double?, _ session: inout SessionEdit) throws {
        let wanted = number.map { [Filter.comparison(own.attribute, comparison, clamped($0))] } ?? []
        let others = own.filters(in: try session.filters(own.filterState)).filter { value(of: $0) == nil }
        try own.set(others + wanted, &session)
    }

    private func value(in filters: FilterState) -> Double? { own.filters(in: filters).lazy.compactMap(value).first }

    /// The number of a filter, if it is compared as here.
    private func value(of filter: Filter) -> Double? {
        guard case .comparison(comparison, let number) = filter.condition else { return nil }
        return number
    }

    /// The number without what is left of adding tenths.
    private static func tidy(_ number: Double) -> Double {
        abs(number) < 1e6 ? (number * 1e9).rounded() / 1e9 : number
    }
}

// MARK: - View

extension NumberInteractor {
    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state.value = value(in: filters) }
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
        let bounds = limits.bounds(found: state.bounds)
        let members: [(String, JSON)] = [
            ("attribute", .string(own.attribute)),
            ("title", .string(title)),
            ("control", .string(control)),
            ("comparison", .string(comparison.rawValue)),
            ("value", state.value.map(JSON.number) ?? .null),
            ("bounds", NumberSelection.json(of: bounds)),
            ("step", .number(shownStep(within: bounds))),
            ("outside", .bool(state.value.map { bounds?.contains($0) == false } ?? false)),
        ]
        return state.search.view(members, warning: state.warning)
    }

    /// The step of a slider follows the bounds where the app file says nothing: one from an end does not reach the other.
    private func shownStep(within bounds: ClosedRange<Double>?) -> Double {
        guard !isStepGiven, control == "slider", let bounds else { return step }
        return NumberPrecision.step(NumberPrecision.decimals(within: bounds, most: 6))
    }
}
