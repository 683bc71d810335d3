// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Backends
import SearchModel
import Wire

/// An engine as the suite sees it: something that can be filled with records, and is then asked.
public protocol EngineUnderTest: Sendable {
    /// What it is called in messages.
    var name: String { get }
    /// What it does otherwise, each with the reason, which the documentation gives too.
    var waivers: [EngineAspect: String] { get }

    /// Fills an index, whatever it held before, and returns when every record can be found.
    ///
    /// The attributes are those of `EngineSuite.records`; `EngineSuite.attributes` tells what each is for.
    func load(_ index: String, _ records: [JSON]) async throws

    /// What answers requests on that engine.
    var service: any SearchService { get }
}

/// What an engine is tried in.
public enum EngineAspect: String, Sendable, Hashable, CaseIterable {
    /// Words, and the beginnings of words.
    case text
    /// How many records match, and how many have each value.
    case counts
    /// Counts that leave out the filters which choose among an attribute's own values.
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
    /// Filters on numbers and truth values as facet values.
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
    /// Places within a circle or a box.
    case places
    /// An index that is not there, and texts that no parser should stumble over.
    case errors
}
