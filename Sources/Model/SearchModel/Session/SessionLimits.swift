// SPDX-License-Identifier: MIT

import Wire

/// How large what a session asks for may be; each length counts bytes of UTF-8.
public enum SessionLimits {
    /// How many filters a filter state may hold: the whole of it travels with every change.
    public static let filters = 1_000
    /// How long a filter's value, its attribute and its group's name may each be.
    public static let filterText = 4_096
    /// How many filters on places a filter state may hold: each looks at every record.
    public static let shapes = 32
    public static let levels = 32
    /// How long a filter state may be as JSON text.
    public static let filterState = 65_536
    public static let query = 2_048
    public static let hitsPerPage = 1...1_000
    public static let index = 256
    /// How long a searcher's parameters may be as JSON text.
    public static let parameters = 4_096
    /// How deeply a searcher's parameters may nest.
    public static let parametersDepth = 16
    /// How long a link may be that is read; a byte that is percent-encoded counts as one, so that every script has as much.
    public static let link = 16_384
    /// How many bytes the longest link takes in an address, where each of its bytes is percent-encoded.
    public static let address = 3 * link
    public static let historySteps = 100
    /// How long a history may be as JSON text.
    public static let history = 65_536

    /// Whether a link is short enough to be read, as UTF-8.
    public static func admits(link: some Collection<UInt8>) -> Bool {
        // Each percent sign is followed by two digits; if not, the longest address bounds it all the same.
        link.count <= address && link.count - 2 * link.count { $0 == UInt8(ascii: "%") } <= SessionLimits.link
    }

    /// A number of records that a page may have.
    ///
    /// - Throws: `JSONError` for one that is beyond the limits.
    static func checkedHitsPerPage(_ number: Int) throws -> Int {
        guard hitsPerPage.contains(number) else {
            throw JSONError("`hitsPerPage` is not within \(hitsPerPage.lowerBound) and \(hitsPerPage.upperBound)")
        }
        return number
    }
}

extension SessionState {
    /// Checks that the state keeps within the limits; what the base has already is admitted whatever it is.
    ///
    /// - Throws: `JSONError` that names the filter state or the searcher, and the limit.
    public func checkLimits(relativeTo base: SessionState) throws {
        var state = self
        var problems: [JSONError] = []
        state.keepWithinLimits(relativeTo: base) { problems.append($0) }
        if let problem = problems.first { throw problem }
    }

    /// Replaces filter states and searchers beyond the limits by those of the base, and reports each.
    mutating func keepWithinLimits(relativeTo base: SessionState, report: (JSONError) -> Void) {
        for (name, state) in filters.sorted(by: { $0.key < $1.key }) where state != base.filters[name] {
            do {
                try state.checkLimits(relativeTo: base.filters[name] ?? FilterState())
                guard state.json.bytes.count <= SessionLimits.filterState else {
                    throw JSONError("the filters have more than \(SessionLimits.filterState) bytes")
                }
            } catch {
                report(JSONError("filter state `\(name)`: \(error)"))
                filters[name] = base.filters[name]
            }
        }
        for (name, state) in searchers.sorted(by: { $0.key < $1.key }) where state != base.searchers[name] {
            do {
                try state.checkLimits(relativeTo: base.searchers[name] ?? SearcherState())
            } catch {
                report(JSONError("searcher `\(name)`: \(error)"))
                searchers[name] = base.searchers[name]
            }
        }
    }
}

extension FilterState {
    /// Checks how many filters there are and how long each is; what the base has already is admitted.
    ///
    /// - Throws: `JSONError` that names the limit.
    public func checkLimits(relativeTo base: FilterState) throws {
        guard count <= max(SessionLimits.filters, base.count) else {
            throw JSONError("a filter state holds at most \(SessionLimits.filters) filters")
        }
        guard shapeCount <= max(SessionLimits.shapes, base.shapeCount) else {
            throw JSONError("a filter state holds at most \(SessionLimits.shapes) geographic filters")
        }
        let size = json.bytes.count
        // What has become smaller passes, so that a state from before a limit can be cleared.
        guard size <= SessionLimits.filterState || size <= base.json.bytes.count else {
            throw JSONError("a filter state has at most \(SessionLimits.filterState) bytes as JSON")
        }
        for group in groups {
            if group.attributes != base.group(group.id).attributes { try group.id.check(levels: group.attributes) }
            let known = Set(base.filters(in: group.id))
            try group.filters.filter { !known.contains($0) }.forEach { try $0.checkLimits(in: group.id) }
        }
    }
}

extension FilterState {
    private var shapeCount: Int { groups.reduce(0) { $0 + $1.filters.count { $0.shape != nil } } }
}

extension Filter {
    /// Checks how long the filter's texts are, and that a group of this kind may hold it.
    ///
    /// - Throws: `JSONError` that names the limit.
    public func checkLimits(in group: FilterGroup.ID) throws {
        let limit = SessionLimits.filterText
        guard (facetValue?.string ?? "").utf8.count <= limit else {
            throw JSONError("a value of a filter is longer than \(limit) bytes")
        }
        guard attribute.utf8.count <= limit, group.name.utf8.count <= limit else {
            throw JSONError("the name of a filter's attribute or group is longer than \(limit) bytes")
        }
        try group.check([self])
    }
}

extension SearcherState {
    /// Checks how long the texts are; what the base has already is admitted.
    ///
    /// - Throws: `JSONError` that names the limit.
    public func checkLimits(relativeTo base: SearcherState) throws {
        guard query == base.query || query.utf8.count <= SessionLimits.query else {
            throw JSONError("`query` is longer than \(SessionLimits.query) bytes")
        }
        guard index == base.index || (index ?? "").utf8.count <= SessionLimits.index else {
            throw JSONError("`index` is longer than \(SessionLimits.index) bytes")
        }
        guard page >= 0 else { throw JSONError("`page` is negative") }
        if hitsPerPage != base.hitsPerPage { _ = try hitsPerPage.map(SessionLimits.checkedHitsPerPage) }
        if parameters != base.parameters { try SearcherState.checkLimits(of: parameters) }
    }

    private static func checkLimits(of parameters: JSONObject) throws {
        let json = JSON.object(parameters)
        guard json.isNested(within: SessionLimits.parametersDepth) else {
            throw JSONError("`parameters` nests more than \(SessionLimits.parametersDepth) deep")
        }
        guard json.bytes.count <= SessionLimits.parameters else {
            throw JSONError("`parameters` is longer than \(SessionLimits.parameters) bytes")
        }
    }
}

extension JSON {
    /// Whether arrays and objects nest no deeper than so many levels.
    fileprivate func isNested(within levels: Int) -> Bool {
        switch self {
        case .array(let elements):
            levels > 0 && elements.allSatisfy { $0.isNested(within: levels - 1) }
        case .object(let object):
            levels > 0 && object.members.allSatisfy { $0.value.isNested(within: levels - 1) }
        default: true
        }
    }
}
