// SPDX-License-Identifier: MIT

import Wire

/// Reads the query of a link into a state.
struct PermalinkReader {
    /// The filters of a group as they are put together.
    private struct Group {
        var filters: [Filter]
        var known: Set<Filter>
        var levels: [String]
        /// Whether the filters are those of the base.
        var isBase = true
    }

    private let base: SessionState
    private let valueSearchers: Set<String>
    private let places: [String: PermalinkPlace]
    private let limits: [PermalinkPlace: ClosedRange<Double>]
    private var state: SessionState
    /// The groups that the link is about, by filter state.
    private var groups: [String: [FilterGroup.ID: Group]] = [:]
    /// The places whose filters have been replaced.
    private var seen: Set<PermalinkPlace> = []
    /// What could not be read, in the order of the link.
    private(set) var problems: [JSONError] = []

    init(_ scheme: PermalinkScheme) {
        base = scheme.base
        valueSearchers = scheme.valueSearchers
        places = scheme.places
        limits = scheme.limits
        state = scheme.base.onFirstPages
    }

    /// Reads a link: a query, with or without a question mark, or a whole address.
    ///
    /// What cannot be read is left out, and is among `problems`, each with what is wrong and at which byte.
    mutating func read(_ link: String) -> SessionState {
        let bytes = Array(link.utf8)
        guard SessionLimits.admits(link: bytes) else {
            problems.append(JSONError("the link is longer than \(SessionLimits.link) bytes"))
            return base.onFirstPages
        }
        let pairs = PermalinkReader.query(of: bytes).split(separator: UInt8(ascii: "&"))
        var members: [(name: String, value: ArraySlice<UInt8>)] = []
        for pair in pairs {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            // An invalid encoding is not one of our names.
            guard let name = PercentCoding.decoded(pair[..<end]) else { continue }
            members.append((name, end < pair.endIndex ? pair[(end + 1)...] : pair[end...]))
        }
        // The query of all comes before those of single searchers.
        for (name, value) in members.filter({ $0.name == "q" }) + members.filter({ $0.name != "q" }) {
            do {
                try read(name, value)
            } catch {
                note(error, of: name, value)
            }
        }
        putGroups()
        state.keepWithinLimits(relativeTo: base) { problems.append($0) }
        return state
    }

    private mutating func note(_ error: any Error, of name: String, _ value: ArraySlice<UInt8>) {
        let reason = (error as? JSONError)?.message ?? "\(error)"
        problems.append(JSONError("`\(name)` in the link: \(reason)", offset: value.startIndex))
    }

    /// The query of an address, or the whole text of anything else; without a fragment after it.
    private static func query(of link: [UInt8]) -> ArraySlice<UInt8> {
        let mark = UInt8(ascii: "?")
        let first = link.first { [mark, UInt8(ascii: "="), UInt8(ascii: "&")].contains($0) }
        var query = link[...]
        if first == mark || isAddress(link) {
            query = link.firstIndex(of: mark).map { link[($0 + 1)...] } ?? []
        }
        return query.prefix { $0 != UInt8(ascii: "#") }
    }

    private static func isAddress(_ link: [UInt8]) -> Bool {
        guard let first = link.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "#") else { return true }
        let scheme = link.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") }
        return link[scheme.endIndex...].starts(with: "://".utf8)
    }

    private func text(_ value: ArraySlice<UInt8>) throws -> String {
        guard let text = PercentCoding.decoded(value) else {
            throw JSONError("the value is not well percent-encoded")
        }
        return text
    }

    /// The query that a person meant: of a value that is not well encoded, what can be read.
    private mutating func query(_ name: String, _ value: ArraySlice<UInt8>) throws -> String {
        do {
            return try text(value)
        } catch {
            let text = PercentCoding.readable(value)
            guard !text.isEmpty else { throw error }
            note(error, of: name, value)
            return text
        }
    }

    private mutating func read(_ name: String, _ value: ArraySlice<UInt8>) throws {
        if name == "q" {
            let query = try query(name, value)
            for searcher in base.searchers.keys where !valueSearchers.contains(searcher) {
                state.searchers[searcher]?.query = query
            }
        } else if let place = places[name] {
            try read(name, value, at: place)
        } else if let searcher = searcher(name, after: "q.") {
            let query = try query(name, value)
            state.searchers[searcher]?.query = query
        } else if let searcher = searcher(name, after: "index.") {
            let index = try text(value)
            state.searchers[searcher]?.index = index.isEmpty ? nil : index
        } else if let searcher = searcher(name, after: "hits.") {
            let number = try hitsPerPage(try text(value))
            state.searchers[searcher]?.hitsPerPage = number
        } else if let searcher = searcher(name, after: "p.") {
            let limits = JSONLimits(depth: SessionLimits.parametersDepth)
            guard let parameters = try JSON(parsing: Array(text(value).utf8), limits: limits).object else {
                throw JSONError("parameters are a JSON object")
            }
            state.searchers[searcher]?.parameters = parameters
        } else if let place = try place(name) {
            try read(name, value, at: place)
        }
    }

    /// A number of records of a page; an empty text is the app file's.
    private func hitsPerPage(_ text: String) throws -> Int? {
        guard !text.isEmpty else { return nil }
        guard let number = Int(text) else { throw JSONError("`\(text)` is not a number of records") }
        return try SessionLimits.checkedHitsPerPage(number)
    }

    private func searcher(_ name: String, after prefix: String) -> String? {
        guard name.utf8.starts(with: prefix.utf8) else { return nil }
        let searcher = String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        return state.searchers[searcher] == nil ? nil : searcher
    }

    /// The place that a qualified name stands for; `nil` for other names, or a filter state that does not exist.
    private func place(_ name: String) throws -> PermalinkPlace? {
        let parts = PermalinkQuotes.split(Array(name.utf8), at: UInt8(ascii: "/"))
        guard parts.count == 4 else { return nil }
        let texts = try parts.map { part in
            guard part.first == PermalinkQuotes.quote else { return String(decoding: part, as: UTF8.self) }
            return try PermalinkQuotes.unquoted(part)
        }
        guard base.filters[texts[0]] != nil else { return nil }
        guard let kind = FilterGroup.Kind(rawValue: texts[1]) else {
            throw JSONError("`\(texts[1])` is not a kind of group: and, or, hierarchical, optional")
        }
        guard !texts[3].isEmpty || kind == .hierarchical else { throw JSONError("the attribute is empty") }
        let group = FilterGroup.ID(kind: kind, name: texts[2])
        return PermalinkPlace(filterState: texts[0], group: group, attribute: texts[3])
    }
}

// MARK: - Filters

extension PermalinkReader {
    private mutating func read(_ name: String, _ value: ArraySlice<UInt8>, at place: PermalinkPlace) throws {
        let isPath = place.group.kind == .hierarchical
        guard !place.attribute.isEmpty else {
            let levels = try PermalinkValue.levels(try text(value))
            let initial = initialGroup(place)
            groups[place.filterState, default: [:]][place.group, default: initial].levels = levels
            return
        }
        var filters: [Filter] = []
        let elements = PermalinkValue.elements(try text(value))
        for element in elements {
            do {
                let filter = try PermalinkValue.filter(element, attribute: place.attribute)
                try filter.checkLimits(in: place.group)
                filters.append(limits[place].map { filter.clamped(to: $0) } ?? filter)
            } catch {
                // A path without one of its levels is another path.
                if isPath { throw error }
                note(error, of: name, value)
            }
        }
        // A list without a readable value was perhaps not meant to be empty.
        guard !filters.isEmpty || elements.isEmpty else { return }
        // Taken out while it changes, so that it is not copied.
        let known = groups[place.filterState, default: [:]].removeValue(forKey: place.group)
        var group = known ?? initialGroup(place)
        // Nothing of a path is left to the base.
        if isPath, group.isBase { (group.filters, group.known) = ([], []) }
        group.isBase = false
        if seen.insert(place).inserted, group.filters.contains(where: { $0.attribute == place.attribute }) {
            group.filters.removeAll { $0.attribute == place.attribute }
            group.known = Set(group.filters)
        }
        for filter in filters where group.known.insert(filter).inserted { group.filters.append(filter) }
        groups[place.filterState]?[place.group] = group
    }

    private func initialGroup(_ place: PermalinkPlace) -> Group {
        let group = base.filters[place.filterState]?.group(place.group) ?? FilterGroup(id: place.group)
        return Group(filters: group.filters, known: Set(group.filters), levels: group.attributes)
    }

    /// Puts the groups into the filter states: those of the base first, then the others by kind and name.
    ///
    /// An invalid path is replaced by that of the base.
    private mutating func putGroups() {
        for (name, changed) in groups.sorted(by: { $0.key < $1.key }) {
            let ids = base.filters[name]?.groups.map(\.id) ?? []
            let added = Set(changed.keys).subtracting(ids).sorted { $0.isOrdered(before: $1) }
            state.filters[name] = FilterState(
                groups: (ids + added).map { id in
                    guard let read = changed[id] else {
                        return base.filters[name]?.group(id) ?? FilterGroup(id: id)
                    }
                    let group = FilterGroup(id: id, filters: read.filters, attributes: read.levels)
                    guard id.kind != .hierarchical || read.isBase || group.filters.count == read.filters.count else {
                        problems.append(
                            JSONError("the path in the group `\(id.name)` has two values of one level, or one of none")
                        )
                        return base.filters[name]?.group(id) ?? FilterGroup(id: id)
                    }
                    return group
                }
            )
        }
    }
}

extension FilterGroup.ID {
    /// An order of groups that does not depend on how they came to be: by kind, then by name.
    func isOrdered(before other: FilterGroup.ID) -> Bool {
        (kind.rawValue, name) < (other.kind.rawValue, other.name)
    }
}
