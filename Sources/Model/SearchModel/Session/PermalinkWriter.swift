// SPDX-License-Identifier: MIT

import Wire

/// Writes what differs from the state that a session starts with as the query of a link.
struct PermalinkWriter {
    private let base: SessionState
    private let valueSearchers: Set<String>
    private let names: [PermalinkPlace: String]
    private var pairs: [String] = []

    init(_ scheme: PermalinkScheme) {
        base = scheme.base
        valueSearchers = scheme.valueSearchers
        names = Dictionary(scheme.places.map { ($0.value, $0.key) }) { min($0, $1) }
    }

    mutating func link(of state: SessionState) -> String {
        writeQueries(of: state)
        for name in base.filters.keys.sorted() {
            guard let filters = state.filters[name], filters != base.filters[name] else { continue }
            write(filters, base.filters[name] ?? FilterState(), of: name)
        }
        for (name, base) in base.searchers.sorted(by: { $0.key < $1.key }) {
            guard let searcher = state.searchers[name] else { continue }
            let (index, baseIndex) = (searcher.index ?? "", base.index ?? "")
            if index != baseIndex { write("index.\(name)", index) }
            if searcher.hitsPerPage != base.hitsPerPage {
                write("hits.\(name)", searcher.hitsPerPage.map(String.init) ?? "")
            }
            if searcher.parameters != base.parameters { write("p.\(name)", JSON.object(searcher.parameters).text) }
        }
        return "?" + pairs.joined(separator: "&")
    }

    private mutating func write(_ name: String, _ value: String) {
        // Plain are characters that browsers leave alone in a query, in a name slashes too, since they part it.
        pairs.append("\(PercentCoding.encoded(name, plain: "!*()/"))=\(PercentCoding.encoded(value, plain: "!*()"))")
    }

    /// Writes one query for all, and those that differ from it; or, where that is shorter, those that are not the base's.
    private mutating func writeQueries(of state: SessionState) {
        let queries = state.searchers.filter { base.searchers[$0.key] != nil }.mapValues(\.query)
        let changed = queries.filter { base.searchers[$0.key]?.query != $0.value }
        let shared = queries.filter { !valueSearchers.contains($0.key) }
        let common = SessionState.commonest(shared)
        let different = shared.filter { $0.value != common }
        let others = changed.filter { !valueSearchers.contains($0.key) }
        let isShared = different.count < others.count
        if isShared { write("q", common) }
        let own = changed.filter { valueSearchers.contains($0.key) }
        for (name, query) in (isShared ? different : others).merging(own, uniquingKeysWith: { $1 })
            .sorted(by: { $0.key < $1.key })
        {
            write("q.\(name)", query)
        }
    }

    private mutating func write(_ filters: FilterState, _ base: FilterState, of name: String) {
        let added = filters.groups.map(\.id)
        for id in added + base.groups.map(\.id).filter({ !added.contains($0) }) {
            let (ours, theirs) = (filters.group(id), base.group(id))
            if ours.attributes != theirs.attributes {
                let place = PermalinkPlace(filterState: name, group: id, attribute: "")
                write(place.qualifiedName, PermalinkValue.text(ofLevels: ours.attributes))
            }
            if ours.filters != theirs.filters { write(ours.filters, theirs.filters, in: id, of: name) }
        }
    }

    private mutating func write(_ ours: [Filter], _ theirs: [Filter], in id: FilterGroup.ID, of filterState: String) {
        func place(_ attribute: String) -> PermalinkPlace {
            PermalinkPlace(filterState: filterState, group: id, attribute: attribute)
        }
        if id.kind == .hierarchical {
            // The order of a path counts, so nothing of it is left to the base.
            for run in ours.runs { write(run, at: place(run[0].attribute)) }
        } else {
            let others = theirs.byAttribute
            for filters in ours.byAttribute where !others.contains(filters) {
                write(filters, at: place(filters[0].attribute))
            }
        }
        let kept = Set(ours.map(\.attribute))
        for filters in theirs.byAttribute where !kept.contains(filters[0].attribute) {
            write([], at: place(filters[0].attribute))
        }
    }

    private mutating func write(_ filters: [Filter], at place: PermalinkPlace) {
        let values = filters.map(PermalinkValue.text).joined(separator: "~")
        write(names[place] ?? place.qualifiedName, values)
    }
}

extension SessionState {
    /// The query that most searchers have; of several, the first that is a text.
    fileprivate static func commonest(_ queries: [String: String]) -> String {
        let counts = Dictionary(grouping: queries.values) { $0 }.mapValues(\.count)
        let best = counts.min { left, right in
            guard left.value == right.value else { return left.value > right.value }
            guard left.key.isEmpty == right.key.isEmpty else { return right.key.isEmpty }
            return left.key < right.key
        }
        return best?.key ?? ""
    }
}

extension [Filter] {
    /// The filters by attribute, in the order in which the attributes come first; none of the lists is empty.
    var byAttribute: [[Filter]] {
        var places: [String: Int] = [:]
        var lists: [[Filter]] = []
        for filter in self {
            if let place = places[filter.attribute] {
                lists[place].append(filter)
            } else {
                places[filter.attribute] = lists.count
                lists.append([filter])
            }
        }
        return lists
    }

    /// The filters as runs of one attribute each, in their order; none of the runs is empty.
    fileprivate var runs: [[Filter]] {
        reduce(into: []) { runs, filter in
            if runs.last?.first?.attribute == filter.attribute {
                runs[runs.count - 1].append(filter)
            } else {
                runs.append([filter])
            }
        }
    }
}
