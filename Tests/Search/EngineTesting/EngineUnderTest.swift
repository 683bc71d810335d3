// SPDX-License-Identifier: MIT

import Backends
import SearchModel
import Wire

/// An engine as the suite sees it: it can be filled with records, and then be searched.
public protocol EngineUnderTest: Sendable {
    /// Its name in messages.
    var name: String { get }
    /// Its deviations, each with the reason, which is documented too.
    var waivers: [EngineAspect: String] { get }

    /// Replaces the contents of an index, and returns when every record can be found.
    ///
    /// The attributes are those of `EngineSuite.records`; `EngineSuite.attributes` has the use of each.
    func load(_ index: String, _ records: [JSON]) async throws

    /// The service for requests to that engine.
    var service: any SearchService { get }
}

/// The aspects that are tested.
public enum EngineAspect: String, Sendable, Hashable, CaseIterable {
    /// Words, and the beginnings of words.
    case text
    /// How many records match, and how many have each value.
    case counts
    /// Counts without the filters on the attribute's own values.
    case disjunctiveCounts
    /// The other orders of facet values, and limits.
    case facetOrders
    /// Selected values beyond those listed, at count 0 too.
    case selectedValues
    /// Lowest and highest numbers, without an attribute's own filters.
    case bounds
    /// Comparisons and ranges of numbers, with both ends.
    case ranges
    case negation
    /// Filters on, and counts of, attributes that some records or all do not have.
    case missingAttributes
    /// Filters on several values of one record's attribute.
    case lists
    /// Filters on numbers and booleans as facet values.
    case typedValues
    /// Values with quotes, colons, dashes, operators and markup.
    case oddValues
    /// Groups, some of them hierarchical, and base filters together.
    case groups
    case hierarchies
    /// Pages that together are all records, none twice.
    case paging
    /// Records ordered by a number, from both ends, those without it last.
    case sorting
    case attributesToRetrieve
    case highlighting
    case facetSearch
    /// Locations within a circle or a box.
    case places
    /// A missing index, and texts that are difficult for parsers.
    case errors
}
