// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// A named source of results.
public struct Searcher: Sendable, Hashable {
    /// What it searches for.
    public enum Kind: Sendable, Hashable {
        /// Records of an index.
        case hits(index: String, hitsPerPage: Int)
        /// Values of an attribute of an index.
        case facets(index: String, attribute: String)
        /// What these searchers search for, all at once.
        case multi(members: [String])
    }

    /// The name, unique among the app's searchers, filter states and widgets.
    public var name: String
    /// What it searches for.
    public var kind: Kind
    /// The name of the backend that is asked; empty for a `multi` searcher, whose members have one each.
    public var backend: String
    /// When a change leads to a search.
    public var searchWhen: SearchRule
    /// The app's own filters, which no refinement can remove.
    public var filters: FilterState
    /// What is counted beside what the widgets need, for programs that listen to the results.
    public var extraNeeds: SearchNeeds
    /// The attributes of records that results hold; `nil` for whole records.
    public var attributesToRetrieve: [String]?

    public init(
        name: String,
        kind: Kind,
        backend: String = "",
        searchWhen: SearchRule = .always,
        filters: FilterState = FilterState(),
        extraNeeds: SearchNeeds = SearchNeeds(),
        attributesToRetrieve: [String]? = nil
    ) {
        self.name = name
        self.kind = kind
        self.backend = backend
        self.searchWhen = searchWhen
        self.filters = filters
        self.extraNeeds = extraNeeds
        self.attributesToRetrieve = attributesToRetrieve
    }

    /// The word for the kind: `hits`, `facets` or `multi`.
    public var type: String {
        switch kind {
        case .hits: "hits"
        case .facets: "facets"
        case .multi: "multi"
        }
    }

    /// The index that is searched; `nil` for a `multi` searcher.
    public var index: String? {
        switch kind {
        case .hits(let index, _), .facets(let index, _): index
        case .multi: nil
        }
    }

    /// The attribute whose values are searched; `nil` except for a `facets` searcher.
    public var attribute: String? {
        guard case .facets(_, let attribute) = kind else { return nil }
        return attribute
    }

    /// How many records a page has; `nil` except for a `hits` searcher.
    public var hitsPerPage: Int? {
        guard case .hits(_, let hitsPerPage) = kind else { return nil }
        return hitsPerPage
    }

    /// The searchers that a `multi` searcher searches; empty for every other.
    public var members: [String] {
        guard case .multi(let members) = kind else { return [] }
        return members
    }

    /// The maximum number of members of a `multi` searcher: each has topics of its own, and a subscription 256 of them.
    public static let maximumMembers = 100

    /// Whether it is a `multi` searcher.
    public var isMulti: Bool { type == "multi" }
}

/// When a change of the text or of the filters leads to a search.
public enum SearchRule: Sendable, Hashable {
    /// Always.
    case always
    /// When there is a text.
    case nonEmpty
    /// When the text has so many characters.
    case minLength(Int)
    /// On request.
    case manual

    /// Reads the words of an app file: `always`, `non-empty`, `min-length:3` or `manual`; `nil` for any others.
    public init?(words: String) {
        switch words {
        case "always": self = .always
        case "non-empty": self = .nonEmpty
        case "manual": self = .manual
        default:
            let prefix = "min-length:"
            guard words.hasPrefix(prefix), let length = Int(words.dropFirst(prefix.count)), (0...1_000).contains(length)
            else { return nil }
            self = .minLength(length)
        }
    }

    /// The words of an app file.
    public var words: String {
        switch self {
        case .always: "always"
        case .nonEmpty: "non-empty"
        case .minLength(let length): "min-length:\(length)"
        case .manual: "manual"
        }
    }

    /// Whether a change that leaves this text is searched by itself.
    public func admits(_ query: String) -> Bool {
        switch self {
        case .always: true
        case .nonEmpty: !query.isEmpty
        case .minLength(let length): query.count >= length
        case .manual: false
        }
    }
}
