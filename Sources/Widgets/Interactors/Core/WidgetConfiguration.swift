// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A widget of an app: its name, its type and what the app file says about it.
public struct WidgetConfiguration: Sendable, Hashable {
    /// The name, unique among the app's searchers, filter states and widgets.
    public var name: String
    public var type: String
    /// The searcher that the widget listens to, if any.
    public var searcher: String?
    /// The searchers behind that one: itself, or its members where it is a `multi` searcher.
    public var searcherMembers: [String]
    /// The searcher with a process of its own that searches for them, whose requests the widget follows.
    public var searcherUnit: String?
    /// The filter state that the widget listens to and changes, if any.
    public var filterState: String?
    /// What its parameters connect it to beside these.
    public var links: [WidgetLink]
    /// What the indexes of the searchers that it follows call the attributes of its filters, by searcher.
    public var attributes: [String: AttributeMap]
    public var title: String?
    /// The remaining parameters, by name.
    public var parameters: JSON

    public init(
        name: String,
        type: String,
        searcher: String? = nil,
        searcherMembers: [String]? = nil,
        searcherUnit: String? = nil,
        filterState: String? = nil,
        links: [WidgetLink] = [],
        attributes: [String: AttributeMap] = [:],
        title: String? = nil,
        parameters: JSON = .object(JSONObject())
    ) {
        self.name = name
        self.type = type
        self.searcher = searcher
        self.searcherMembers = searcherMembers ?? searcher.map { [$0] } ?? []
        self.searcherUnit = searcherUnit ?? searcher
        self.filterState = filterState
        self.links = links
        self.attributes = attributes
        self.title = title
        self.parameters = parameters
    }

    /// What the index of a searcher calls the attributes of the widget's filters.
    public func attributeMap(of searcher: String) -> AttributeMap { attributes[searcher] ?? AttributeMap() }

    /// The searcher of a widget that must have one.
    ///
    /// - Throws: `ParameterError` if it is missing.
    public func requiredSearcher() throws -> String {
        guard let searcher else { throw ParameterError("searcher", "is missing: a `\(type)` widget listens to one") }
        return searcher
    }

    /// The filter state of a widget that must have one.
    ///
    /// - Throws: `ParameterError` if it is missing.
    public func requiredFilterState() throws -> String {
        guard let filterState else {
            throw ParameterError("filterState", "is missing: a `\(type)` widget needs one")
        }
        return filterState
    }
}

/// What a widget must be connected to, and which kinds of searcher will do.
public struct WidgetConnections: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The widget needs a `searcher`, and one of type `hits` will do.
    public static let searcher = WidgetConnections(rawValue: 1)
    /// The widget needs a `filterState`.
    public static let filterState = WidgetConnections(rawValue: 2)
    public static let facetsSearcher = WidgetConnections(rawValue: 4)
    public static let multiSearcher = WidgetConnections(rawValue: 8)
    /// The widget gets the session's overview; nothing in the app file selects this.
    public static let session = WidgetConnections(rawValue: 16)
}

/// Where on the screen a widget stands.
public enum WidgetPlace: String, RecordValue, CaseIterable {
    /// Above everything.
    case top
    /// Beside the results.
    case side
    /// Where the results are.
    case main
    /// Below everything.
    case foot
}
