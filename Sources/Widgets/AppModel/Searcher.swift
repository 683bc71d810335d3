// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// A named source of results.
public struct Searcher: JSONRecord {
    public enum Kind: Sendable, Hashable {
        case hits(index: String, hitsPerPage: Int)
        case facets(index: String, attribute: String)
        case multi(members: [String])
    }

    public var name = ""
    public private(set) var type = "hits"
    public private(set) var index: String?
    public private(set) var hitsPerPage: Int?
    public private(set) var attribute: String?
    private var memberNames: [String]?
    public var backend = ""
    public var searchWhen = SearchRule.always
    public var filters = FilterState()
    public var extraNeeds = SearchNeeds()
    public var attributesToRetrieve: [String]?

    public static let types = ["hits", "facets", "multi"]

    public static let fields = declared.map(\.field)

    /// The members that a searcher of a type can have.
    public static func fields(of type: String) -> [Field] {
        declared.filter { $0.types.contains(type) }.map(\.field)
    }

    private static let own = ["hits", "facets"]
    private static let declared: [(types: [String], field: Field)] = [
        (types, Field("name", \.name, isDerived: true, "The name, unique among these parts of the app.")),
        (types, Field("type", \.type, schema: .choice(types), "What it searches for.")),
        (own, Field("index", \.index, "The index that is searched.")),
        (["hits"], Field("hitsPerPage", \.hitsPerPage, schema: pageSize, "How many records a page has.")),
        (["facets"], Field("attribute", \.attribute, "The attribute whose values are searched.")),
        (["multi"], Field("searchers", \.memberNames, "The searchers that it searches, all at once.")),
        (own, Field("backend", \.backend, omitsDefault: true, "The name of its engine; members have one each.")),
        (types, Field("searchWhen", \.searchWhen, "When a change leads to a search.")),
        (own, Field("filters", \.filterGroups, omitsDefault: true, "Filters that no refinement removes.")),
        (["hits"], Field("facets", \.extraFacets, omitsDefault: true, "Attributes to count besides the widgets'.")),
        (["hits"], Field("stats", \.extraStats, omitsDefault: true, "Attributes whose bounds are needed, likewise.")),
        (["hits"], Field("attributesToRetrieve", \.attributesToRetrieve, "The attributes of records in results.")),
    ]
    private static let pageSize = Schema.nullable(.integer(1...1_000))

    public init() {}

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
        switch kind {
        case .hits(let index, let hitsPerPage): (self.index, self.hitsPerPage) = (index, hitsPerPage)
        case .facets(let index, let attribute): (type, self.index, self.attribute) = ("facets", index, attribute)
        case .multi(let members): (type, memberNames) = ("multi", members)
        }
        self.backend = backend
        self.searchWhen = searchWhen
        self.filters = filters
        self.extraNeeds = extraNeeds
        self.attributesToRetrieve = attributesToRetrieve
    }

    public init(strict json: JSON) throws(SchemaProblem) {
        try read(strict: json)
        let needed = ["hits": ["index", "hitsPerPage"], "facets": ["index", "attribute"], "multi": ["searchers"]]
        let missing = needed[type]?.first { json[$0]?.isNull ?? true }
        if let missing { throw SchemaProblem("is missing", at: [missing]) }
    }

    public var kind: Kind {
        switch type {
        case "facets": .facets(index: index ?? "", attribute: attribute ?? "")
        case "multi": .multi(members: members)
        default: .hits(index: index ?? "", hitsPerPage: hitsPerPage ?? 20)
        }
    }

    /// The searchers that a `multi` searcher searches; empty for every other.
    public var members: [String] { memberNames ?? [] }

    private var filterGroups: [FilterGroup] {
        get { filters.groups }
        set { filters = FilterState(groups: newValue) }
    }

    private var extraFacets: [String] {
        get { extraNeeds.facets.map(\.attribute).sorted() }
        set { extraNeeds.facets = Set(newValue.map { FacetNeed($0) }) }
    }

    private var extraStats: [String] {
        get { extraNeeds.stats.sorted() }
        set { extraNeeds.stats = Set(newValue) }
    }

    /// The maximum number of members of a `multi` searcher: each has topics of its own, and a subscription 256 of them.
    public static let maximumMembers = 100

    public var isMulti: Bool { type == "multi" }
}

/// When a change of the text or of the filters leads to a search.
public enum SearchRule: RecordValue, Hashable {
    case always
    case nonEmpty
    /// When the text has so many characters.
    case minLength(Int)
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

    public var words: String {
        switch self {
        case .always: "always"
        case .nonEmpty: "non-empty"
        case .minLength(let length): "min-length:\(length)"
        case .manual: "manual"
        }
    }

    public init?(record json: JSON) {
        guard let rule = json.string.flatMap(Self.init(words:)) else { return nil }
        self = rule
    }

    public init(strict json: JSON) throws(SchemaProblem) {
        guard let rule = Self(record: json) else {
            throw SchemaProblem(
                json.string.map { "is `\($0)`" } ?? "is not a text",
                remedy: "Write always, non-empty, min-length:3 or manual."
            )
        }
        self = rule
    }

    public var recordJSON: JSON? { .string(words) }
    public static var recordSchema: Schema { .text }

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
