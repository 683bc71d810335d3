// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AppModel
import Bus
import SearchModel

/// What a searcher process searches: one searcher, or the members of a `multi` searcher, all in one request.
public struct SearcherUnit: Sendable {
    /// A searcher that answers on a topic of its own.
    public struct Member: Sendable {
        public let name: String
        /// What is asked of an index, but for the text, the page and the filters.
        public let template: SearchRequest
        /// The name of the backend.
        public let backend: String
        public let searchWhen: SearchRule
        /// The filter state that narrows it, if any.
        public let filterState: String?

        public init(
            name: String,
            template: SearchRequest,
            backend: String = Backend.embedded.name,
            searchWhen: SearchRule = .always,
            filterState: String? = nil
        ) {
            self.name = name
            self.template = template
            self.backend = backend
            self.searchWhen = searchWhen
            self.filterState = filterState
        }
    }

    /// The name that intents for all members are addressed to.
    public let name: String
    public let members: [Member]
    /// What the filter states hold when a session starts.
    public let initialFilters: [String: FilterState]

    public init(name: String, members: [Member], initialFilters: [String: FilterState] = [:]) {
        self.name = name
        self.members = members
        self.initialFilters = initialFilters
    }

    /// The unit of a searcher of an app.
    public init(_ searcher: Searcher, of app: App) {
        let members = app.members(of: searcher).map { member in
            Member(
                name: member.name,
                template: SearcherUnit.template(of: member, app),
                backend: member.backend,
                searchWhen: member.searchWhen,
                filterState: app.filterStates(of: member.name).first
            )
        }
        self.init(
            name: searcher.name,
            members: members,
            initialFilters: Dictionary(
                uniqueKeysWithValues: Set(members.compactMap(\.filterState)).map { ($0, app.initialFilterState($0)) }
            )
        )
    }

    private static func template(of searcher: Searcher, _ app: App) -> SearchRequest {
        let limit = app.maxValuesPerFacet(for: searcher.name)
        return SearchRequest(
            index: searcher.index ?? "",
            kind: searcher.attribute.map { .facetValues(attribute: $0, limit: limit) } ?? .hits,
            hitsPerPage: searcher.hitsPerPage ?? 20,
            baseFilters: searcher.filters,
            facets: app.facets(for: searcher.name),
            maxValuesPerFacet: limit,
            stats: app.stats(for: searcher.name)
        )
    }

    /// The indexes whose changes are announced on the bus; engines elsewhere may have names that no topic has.
    var announcedIndexes: [String] { Set(members.map(\.template.index)).filter(Name.isValid).sorted() }

    /// The member of a name.
    func member(_ name: String) -> Member? { members.first { $0.name == name } }
}
