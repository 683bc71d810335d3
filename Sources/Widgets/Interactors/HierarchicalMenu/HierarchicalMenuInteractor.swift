// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Categories with their subcategories, along the path that is chosen.
///
/// Only the levels of the path are shown, and the one below it. Choosing the deepest value again goes one level up.
public struct HierarchicalMenuInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var levels: [[FacetCount]] = []
        /// The values chosen, from the root of the hierarchy.
        var path: [String] = []
        var isShowingMore = false
        var warning: SearchWarning?
    }

    public static let type = "hierarchical-menu"
    public static let summary = "Categories with their subcategories, along the path that is chosen."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Selects the path to a value; a selected one goes one level up.",
            data: [Schema.Member("value", .text, isRequired: true, "The whole value, such as `Clothing > Women`.")]
        ),
        IntentDeclaration("clear", "Deselects the path."),
        FacetListing.showMoreIntent,
    ]
    public static let viewMembers: [Schema.Member]? =
        [
            Schema.Member("attributes", .list(.attribute), isRequired: true, "The attributes of the levels."),
            Schema.Member("title", .text, isRequired: true, "The displayed title."),
            Schema.Member("path", .list(.text), isRequired: true, "The values chosen, from the root."),
            Schema.Member("items", .list(item(depth: 16)), isRequired: true, "The values of the first level shown."),
        ] + FacetListing.viewMembers
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .facets
    public static let parameters =
        Hierarchy.parameters + [
            Parameter(
                "showParentLevel",
                .boolean,
                default: true,
                "Whether the values beside those chosen are listed on the levels above the deepest."
            )
        ] + FacetListing.parameters(sortBy: [.nameAscending], moreLimit: 20)

    /// A value, with those below it where it is on the path.
    private static func item(depth: Int) -> Schema {
        var members = [
            Schema.Member("value", .text, isRequired: true, "The whole value."),
            Schema.Member("label", .text, isRequired: true, "Its last part, as displayed."),
            Schema.Member("count", .count, isRequired: true, "How many results have it."),
            Schema.Member("selected", .boolean, isRequired: true, property: "isSelected", "Whether it is on the path."),
        ]
        if depth > 1 {
            members.append(
                Schema.Member("items", .list(item(depth: depth - 1)), "The values below it in the hierarchy.")
            )
        }
        return .object("HierarchicalItem", "A category, with those below it where it is on the path.", members)
    }

    /// Values of other branches may come with the same records, and take places that the limit has.
    private static let reserve = 100

    private let hierarchy: Hierarchy
    private let title: String
    private let showsParentLevel: Bool
    private let listing: FacetListing

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        hierarchy = try Hierarchy(widget, values)
        title = widget.title ?? hierarchy.attributes[0]
        showsParentLevel = values.flag("showParentLevel")
        listing = FacetListing(values)
    }

    public var ownIntents: Set<String> { ["show-more"] }

    public var initialState: State { State() }

    public var permalinkKeys: [PermalinkScheme.Key] { hierarchy.permalinkKeys }

    public var countedAttributes: Set<String>? { Set(hierarchy.attributes) }

    public var needs: SearchNeeds {
        SearchNeeds(
            facets: Set(
                hierarchy.attributes.dropFirst(hierarchy.root.count).map { listing.need(of: $0, besides: Self.reserve) }
            )
        )
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "select":
            try hierarchy.go(to: hierarchy.path(to: intent.data.requiredString("value")), orUp: true, &session)
        case "clear": try hierarchy.clear(&session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .intent(let intent) = input, intent.type == "show-more" {
            return .answering { try listing.showMore(intent, &state.isShowingMore) }
        }
        if case .filters(let filters) = input { state.path = hierarchy.path(in: filters) }
        switch state.search.take(input) {
        case nil: break
        case .cleared: (state.levels, state.warning) = ([], nil)
        case .answer(let response, _, _):
            let hits = response.hits
            state.levels = hierarchy.attributes.map { hits?.facets[$0] ?? [] }
            state.warning =
                hierarchy.attributes.lazy.compactMap {
                    hits?.warning(about: $0, besides: [.attributeNotNumeric])
                }.first
        }
        return .none
    }

    public func save(_ state: State) -> JSON? { FacetListing.save(isShowingMore: state.isShowingMore) }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        state.isShowingMore = FacetListing.isShowingMore(saved: saved)
    }
}

// MARK: - View

extension HierarchicalMenuInteractor {
    public func view(_ state: State) -> JSON {
        let root = hierarchy.root.compactMap { $0.facetValue?.string }
        // A path that leads elsewhere has no place in the part that is shown.
        let path = state.path.starts(with: root) ? state.path : root
        var isCut = false
        let items = items(below: root.last, level: root.count, path, state, &isCut)
        var members: [(String, JSON)] = [
            ("attributes", JSON(hierarchy.attributes)),
            ("title", .string(title)),
            ("path", JSON(Array(path.dropFirst(root.count)))),
            ("items", .array(items)),
        ]
        members += listing.view(listed: 0, of: isCut ? 1 : 0, isShowingMore: state.isShowingMore)
        if let warning = state.warning { members.append(("warning", warning.view)) }
        return state.search.view(members)
    }

    /// The values of a level below a value, each on the path with those below it.
    private func items(
        below parent: String?,
        level: Int,
        _ path: [String],
        _ state: State,
        _ isCut: inout Bool
    ) -> [JSON] {
        let chosen = level < path.count ? path[level] : nil
        let all = listing.items(values(of: level, below: parent, state), selected: chosen.map { [.text($0)] } ?? [])
        var shown = listing.listed(all, isShowingMore: state.isShowingMore)
        if !showsParentLevel, level + 1 < path.count {
            shown = shown.filter(\.isSelected)
        } else if shown.count < all.count {
            isCut = true
        }
        return shown.map { item in
            var object = JSONObject([
                ("value", item.value.json), ("label", .string(hierarchy.label(item.value.label))),
                ("count", JSON(item.count)), ("selected", .bool(item.isSelected)),
            ])
            if item.isSelected, level + 1 < hierarchy.attributes.count {
                object["items"] = .array(items(below: item.value.label, level: level + 1, path, state, &isCut))
            }
            return .object(object)
        }
    }

    /// The values of a level that some result has, of one branch, each once.
    private func values(of level: Int, below parent: String?, _ state: State) -> [FacetCount] {
        guard level < state.levels.count else { return [] }
        let beginning = parent.map { $0 + hierarchy.separator } ?? ""
        var known: Set<String> = []
        return state.levels[level].filter { facet in
            guard let value = facet.value.string, facet.count > 0, !value.isEmpty else { return false }
            return value.utf8.starts(with: beginning.utf8) && known.insert(value).inserted
        }
    }
}
