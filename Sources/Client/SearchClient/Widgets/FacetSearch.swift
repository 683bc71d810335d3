// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Searching among the values of a list, as `refinement-list` and `menu` show it.
public struct FacetSearch: Sendable, Hashable {
    /// Whether people can search among the values.
    public let isOn: Bool
    /// What the empty field says.
    public let placeholder: String?
    /// What is searched; while it stands, the items are what was found.
    public let query: String?
    /// How far the search has got.
    public let phase: ViewPhase?
    /// Why it failed.
    public let error: SearchBusError?
    /// Whose edit the text is, where the sender said so.
    public let client: String?
    /// Which edit of the client's it is.
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

/// A view of a list among whose values people can search.
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

/// The field for searching among the values of a `refinement-list` or a `menu`, as it is shown.
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

/// The field of a list of a session and a controller, connected as long as this is held.
public typealias FacetSearchConnector = WidgetConnector<FacetSearchInteractor>
