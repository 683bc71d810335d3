// SPDX-License-Identifier: MIT

/// Which keys a link uses, and what needs not be said in it.
public struct PermalinkScheme: Sendable, Hashable {
    /// A short name for the filters on one attribute in one group of a filter state.
    public struct Key: Sendable, Hashable {
        public let name: String
        public let filterState: String
        public let group: FilterGroup.ID
        public let attribute: String
        /// The limits to which the numbers of its filters are clamped; `nil` for none.
        public var limits: ClosedRange<Double>?

        public init(name: String, filterState: String, group: FilterGroup.ID, attribute: String) {
            self.name = name
            self.filterState = filterState
            self.group = group
            self.attribute = attribute
        }

        var place: PermalinkPlace { PermalinkPlace(filterState: filterState, group: group, attribute: attribute) }
    }

    /// Names that mean something else in a link or in the page's address.
    static let reservedNames: Set<String> = ["q", "index", "p", "page", "r", "session", "token"]

    /// The short names; one that several places have is used for none of them.
    public var keys: [Key]
    /// What a session starts with: a link says only what differs from it.
    public var base: SessionState
    /// The searchers that only look for values of a list: `q` is not for them, and their queries are named.
    public var valueSearchers: Set<String>

    public init(keys: [Key], base: SessionState, valueSearchers: Set<String> = []) {
        self.keys = keys
        self.base = base
        self.valueSearchers = valueSearchers
    }

    /// The places that have a short name of their own.
    var places: [String: PermalinkPlace] {
        var places: [String: PermalinkPlace] = [:]
        var ambiguous: Set<String> = []
        for key in keys where Self.canBeShort(key.name) && base.filters[key.filterState] != nil {
            if let known = places.updateValue(key.place, forKey: key.name), known != key.place {
                ambiguous.insert(key.name)
            }
        }
        return places.filter { !ambiguous.contains($0.key) }
    }

    /// The limits of the numbers of places; of several, those that all keep, where there are any.
    var limits: [PermalinkPlace: ClosedRange<Double>] {
        let limited = keys.compactMap { key in key.limits.map { (key.place, $0) } }
        return Dictionary(limited) { $0.overlaps($1) ? $0.clamped(to: $1) : $0 }
    }

    private static func canBeShort(_ name: String) -> Bool {
        guard !name.isEmpty, !reservedNames.contains(name) else { return false }
        guard !["q.", "index.", "hits.", "p."].contains(where: { name.utf8.starts(with: $0.utf8) }) else {
            return false
        }
        return !name.utf8.contains(UInt8(ascii: "/"))
    }
}

/// The filters on one attribute in one group of a filter state.
struct PermalinkPlace: Sendable, Hashable {
    let filterState: String
    let group: FilterGroup.ID
    let attribute: String

    /// The name of the place where it has no short one: `STATE/KIND/GROUP/ATTRIBUTE`.
    var qualifiedName: String {
        [filterState, group.kind.rawValue, group.name, attribute].map(PermalinkQuotes.part).joined(separator: "/")
    }

    init(filterState: String, group: FilterGroup.ID, attribute: String) {
        self.filterState = filterState
        self.group = group
        self.attribute = attribute
    }
}
