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

    init(json: JSON) throws {
        isOn = try json.requiredTruth("searchable")
        placeholder = try json.optionalString("searchPlaceholder")
        query = try json.optionalString("searchQuery")
        // A phase of a later version is none that a controller has to show.
        phase = try json.optionalString("searchPhase").map { ViewPhase(rawValue: $0) ?? .ready }
        error = try json.optionalError("searchError")
        client = try json.optionalString("client")
        edit = try json.integer("edit")
    }
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
