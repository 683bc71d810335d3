// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A switch: on, a filter holds; off, none does, or another one where the switch has two filters.
public struct FilterToggleInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var isOn = false
        /// How many records have each value of the attribute; `nil` where that is not known.
        var facets: [FacetCount]?
        var warning: SearchWarning?
    }

    public static let type = "filter-toggle"
    public static let summary = "A switch between a filter and none, or between two filters."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "set",
            "Switches the filter on or off.",
            data: [Schema.Member("on", .boolean, isRequired: true, "Whether to switch it on.")]
        ),
        IntentDeclaration("toggle", "Toggles the switch."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("on", .boolean, isRequired: true, "Whether the switch is on."),
        Schema.Member("count", .nullable(.count), isRequired: true, "How many results it has when on, where known."),
        Schema.Member("offCount", .nullable(.count), "Of a switch with two filters: how many it has when off."),
    ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .facets
    public static let parameters =
        [
            Parameter("attribute", .attribute, "The attribute of `on` and `off`, where one of them is a value."),
            Parameter("on", switched, default: true, "The value when on, or a whole filter."),
            Parameter("off", switched, "The value when off, or a whole filter; without it, none."),
            Parameter("comparison", .choice(Schema.comparisons), "How numbers are compared with `on` and `off`."),
            Parameter("selected", .boolean, default: false, "Whether the switch is on when a session starts."),
        ] + GivenFilters.parameters(defaultOperator: .and)

    private static let switched = Schema.oneOf([.value, .givenFilter])

    /// How many values are asked for to find one among them: booleans are few.
    private static let (fewValues, manyValues) = (10, 1_000)

    private let own: GivenFilters
    private let on: Filter
    private let off: Filter?
    private let title: String
    private let isOnAtFirst: Bool

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        (on, off) = try Self.filters(values)
        guard on != off else { throw ParameterError("off", "is what `on` is") }
        own = try GivenFilters(widget, values, [on] + (off.map { [$0] } ?? []))
        title = widget.title ?? on.label
        isOnAtFirst = values.flag("selected")
    }

    private static func filters(_ values: ParameterValues) throws -> (on: Filter, off: Filter?) {
        if values["on"].object != nil, values["off"].object != nil || values["off"].isNull {
            for name in ["attribute", "comparison"] where !values[name].isNull {
                throw ParameterError(name, "is not allowed here: there is no value")
            }
        }
        return (
            try filter("on", values) ?? .facet(values.text("attribute"), true),
            try filter("off", values)
        )
    }

    /// The filter of a parameter that is one, or the value of one.
    private static func filter(_ name: String, _ values: ParameterValues) throws -> Filter? {
        guard let value = FacetValue(scalar: values[name]) else {
            guard !values[name].isNull else { return nil }
            return try ParameterError.reading(name) { try Filter(json: values[name]) }
        }
        guard let attribute = values.string("attribute") else {
            throw ParameterError("attribute", "is missing: `\(name)` is a value of it")
        }
        guard let comparison = values.string("comparison").flatMap(Filter.Operator.init(rawValue:)) else {
            return .facet(attribute, value)
        }
        guard let number = value.double else { throw ParameterError(name, "is not a number to compare with") }
        return .comparison(attribute, comparison, number)
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(isOnAtFirst ? [on] : off.map { [$0] } ?? []) }

    public var permalinkKeys: [PermalinkScheme.Key] { own.permalinkKeys }

    public var needs: SearchNeeds {
        let counted = [on, off].compactMap { $0 }.filter { $0.facetValue != nil && !$0.isNegated }
        return SearchNeeds(facets: Set(counted.map { FacetNeed($0.attribute, limit: Self.limit($0)) }))
    }

    private static func limit(_ filter: Filter) -> Int { filter.facetValue?.bool == nil ? manyValues : fewValues }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "set": try turn(try intent.data.requiredBool("on"), &session)
        case "toggle":
            let isOn = try session.filters(own.filterState).contains(on, in: own.group)
            try turn(!isOn, &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    private func turn(_ isOn: Bool, _ session: inout SessionEdit) throws {
        try own.set(isOn ? [on] : off.map { [$0] } ?? [], &session)
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state.isOn = filters.contains(on, in: own.group) }
        switch state.search.take(input) {
        case nil: break
        case .cleared: (state.facets, state.warning) = (nil, nil)
        case .answer(let response, _, _):
            state.facets = response.hits?.facets[on.attribute]
            // What cannot be counted has no counts; whether it is on is known all the same.
            state.warning = response.hits?.warning(about: on.attribute, besides: [.attributeNotNumeric, .facetCut])
            if state.warning != nil { state.facets = nil }
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        var members: [(String, JSON)] = [
            ("attribute", .string(on.attribute)),
            ("title", .string(title)),
            ("on", .bool(state.isOn)),
            ("count", count(on, state)),
        ]
        if let off { members.append(("offCount", count(off, state))) }
        if let warning = state.warning { members.append(("warning", warning.view)) }
        return state.search.view(members)
    }

    /// How many records have a filter's value; null where the answer does not say: a value that is not listed has no
    /// record only where all values are.
    private func count(_ filter: Filter, _ state: State) -> JSON {
        guard let value = filter.facetValue, !filter.isNegated, filter.attribute == on.attribute,
            let facets = state.facets
        else { return .null }
        if let found = facets.first(where: { $0.value == value }) { return JSON(max(0, found.count)) }
        return facets.count < Self.limit(filter) ? 0 : .null
    }
}
