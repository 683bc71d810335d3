// SPDX-License-Identifier: MIT

import Wire

/// Searching among the values of a list, as `refinement-list` and `menu` show it.
public struct FacetSearch: Sendable, Hashable {
    /// Whether users can search among the values.
    public let isOn: Bool
    /// The placeholder of the field.
    public let placeholder: String?
    /// The searched text; while there is one, the items are the matches.
    public let query: String?
    /// The phase of the search.
    public let phase: ViewPhase?
    /// Why it failed.
    public let error: SearchBusError?
    /// The client that edited the text, if known.
    public let client: String?
    /// The number of the client's edit.
    public let edit: Int?
}

extension FacetSearch: ViewObject {
    public init(json: JSON) throws {
        isOn = try json.member("searchable")
        placeholder = try json.optionalMember("searchPlaceholder")
        query = try json.optionalMember("searchQuery")
        phase = try json.optionalMember("searchPhase")
        error = try json.optionalMember("searchError")
        client = try json.optionalMember("client")
        edit = try json.optionalMember("edit")
    }
}

/// A view of a list with a search among its values.
protocol FacetSearchingView {
    var searchable: Bool { get }
    var searchPlaceholder: String? { get }
    var searchQuery: String? { get }
    var searchPhase: ViewPhase? { get }
    var searchError: SearchBusError? { get }
    var client: String? { get }
    var edit: Int? { get }
}

extension FacetSearchingView {
    fileprivate var facetSearch: FacetSearch {
        FacetSearch(
            isOn: searchable,
            placeholder: searchPlaceholder,
            query: searchQuery,
            phase: searchPhase,
            error: searchError,
            client: client,
            edit: edit
        )
    }
}

extension RefinementListView {
    /// Searching among the values.
    public var search: FacetSearch { facetSearch }
}

extension MenuView {
    /// Searching among the values.
    public var search: FacetSearch { facetSearch }
}

/// The field for searching among the values of a `refinement-list` or a `menu`, as displayed.
public struct FacetSearchView: QueryView, Hashable {
    public let status: ViewStatus
    public let search: FacetSearch

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        search = try FacetSearch(json: json)
    }

    public var typedText: String { search.query ?? "" }
    public var client: String? { search.client }
    public var edit: Int? { search.edit }
    public static var typing: TypingIntents { .values }
}

/// The field for searching among the values of a `refinement-list` or a `menu`; a `SearchBoxController` draws it.
public typealias FacetSearchInteractor = QueryInteractor<FacetSearchView>

/// The field of a list of a session and a controller, connected while this is retained.
public typealias FacetSearchConnector = WidgetConnector<FacetSearchInteractor>
