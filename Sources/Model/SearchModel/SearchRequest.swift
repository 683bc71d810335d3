// SPDX-License-Identifier: MIT

import Wire

/// One question to a backend: which records match, or which values of a facet do.
public struct SearchRequest: Sendable, Hashable {
    /// What is wanted in answer.
    public enum Kind: Sendable, Hashable {
        /// A page of matching records, with counts.
        case hits
        /// The values of a facet attribute that match the text.
        case facetValues(attribute: String, limit: Int)
    }

    public var index: String
    public var kind: Kind
    public var query: String
    /// The page wanted, from 0.
    public var page: Int
    /// How many records a page has, 0 to 1,000.
    public var hitsPerPage: Int
    public var filters: FilterState
    /// The app's own filters, which refinements cannot remove.
    public var baseFilters: FilterState
    /// Whether filters on texts match in any letter case; those on tags and on `objectID` never do.
    ///
    /// The embedded index does it; every other engine compares in its own way.
    public var ignoresCase: Bool
    /// The attributes whose values are counted, how many of them and from which end.
    ///
    /// Counts are disjunctive: those of an attribute in an or-group are made without the filters of that group on that
    /// attribute. An attribute may occur several times, once for each way in which its values are needed.
    public var facets: [FacetNeed]
    /// The attributes whose lowest and highest number is wanted, made without the session's filters on the attribute.
    public var stats: [String]
    /// The attributes of whose numbers the sum and the average are wanted, made as the bounds are.
    public var sums: [String]
    /// The attributes of records that the answer holds; nested ones are written with dots, `objectID` is there always.
    ///
    /// `nil` for whole records.
    public var attributesToRetrieve: [String]?
    /// The attributes in which what was found is marked; `nil` leaves it to the index, within what is retrieved.
    public var attributesToHighlight: [String]?
    /// The attributes by which records are ordered, the most important first; none for the engine's own order.
    public var sort: [SortKey]
    /// Parameters of the session for engines that know more than is said here, as they are written in their protocol.
    public var parameters: JSONObject
    /// Whether hits contain the reasons of their ranking; `nil` if these are not needed.
    public var ranking: RankingNeed?

    public init(
        index: String,
        kind: Kind = .hits,
        query: String = "",
        page: Int = 0,
        hitsPerPage: Int = 20,
        filters: FilterState = FilterState(),
        baseFilters: FilterState = FilterState(),
        ignoresCase: Bool = false,
        facets: [FacetNeed] = [],
        stats: [String] = [],
        sums: [String] = [],
        attributesToRetrieve: [String]? = nil,
        attributesToHighlight: [String]? = nil,
        sort: [SortKey] = [],
        parameters: JSONObject = JSONObject(),
        ranking: RankingNeed? = nil
    ) {
        self.index = index
        self.kind = kind
        self.query = query
        self.page = page
        self.hitsPerPage = hitsPerPage
        self.filters = filters
        self.baseFilters = baseFilters
        self.ignoresCase = ignoresCase
        self.facets = facets
        self.stats = stats
        self.sums = sums
        self.attributesToRetrieve = attributesToRetrieve
        self.attributesToHighlight = attributesToHighlight
        self.sort = sort
        self.parameters = parameters
        self.ranking = ranking
    }

    /// Whether no records are wanted, but counts or a total.
    public var isForCounts: Bool { hitsPerPage == 0 && attributesToRetrieve == [] }

    /// The attributes whose values are counted, each once, in the order in which they are first named.
    public var countedAttributes: [String] {
        facets.reduce(into: []) { names, need in
            if !names.contains(need.attribute) { names.append(need.attribute) }
        }
    }

    /// The elements of a whole result list that are on the page; none for a page beyond it.
    public func slice<Element>(of all: [Element]) -> ArraySlice<Element> {
        let (start, overflows) = page.multipliedReportingOverflow(by: hitsPerPage)
        return overflows ? [] : all.dropFirst(max(0, start)).prefix(max(0, hitsPerPage))
    }

    /// Whether what is found in an attribute may be marked in the answer.
    public func mayHighlight(_ attribute: String) -> Bool {
        guard let wanted = attributesToHighlight ?? attributesToRetrieve else { return true }
        return wanted.contains { other in
            attribute == other || attribute.hasPrefix(other + ".") || other.hasPrefix(attribute + ".")
        }
    }
}

/// One of the attributes by which an engine is asked to order records: `price:asc`.
public struct SortKey: Sendable, Hashable {
    public let attribute: String
    /// Whether the greatest value comes first.
    public let isDescending: Bool

    public init(_ attribute: String, isDescending: Bool = false) {
        self.attribute = attribute
        self.isDescending = isDescending
    }

    /// Reads `price:asc` or `price:desc`.
    ///
    /// - Throws: `JSONError` for a text of another form.
    public init(text: String) throws {
        let end = text.lastIndex(of: ":") ?? text.startIndex
        let attribute = String(text[..<end])
        let isDescending = text.hasSuffix(":desc")
        guard (1...256).contains(attribute.utf8.count), isDescending || text.hasSuffix(":asc") else {
            throw JSONError("`\(text.prefix(64))` is not of the form ATTRIBUTE:asc or ATTRIBUTE:desc")
        }
        self.init(attribute, isDescending: isDescending)
    }

    /// The key as it is read again.
    public var text: String { "\(attribute):\(isDescending ? "desc" : "asc")" }
}
