// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Wire

/// The semantics of a search in the simplest way, record by record, as a reference for the index.
struct NaiveSearch {
    var records: [Record]
    let ranking: (attribute: String, descending: Bool)?
    /// Whether filters on texts match in any letter case.
    var ignoresCase = false
    /// How well records match by their words.
    let words: NaiveRanking

    init(
        records: [Record],
        searchable: [String],
        ranking: (attribute: String, descending: Bool)?,
        forgives: Bool = false
    ) {
        self.records = records
        self.ranking = ranking
        words = NaiveRanking(records, searchable: searchable, forgives: forgives)
    }

    // MARK: - Values

    static func values(_ record: JSON, _ attribute: String) -> [JSON] {
        func flat(_ value: JSON?) -> [JSON] {
            switch value {
            case nil, .null: []
            case .array(let elements): elements.flatMap { flat($0) }
            case .object: []
            case let scalar?: [scalar]
            }
        }
        var places: [JSON] = [record]
        for part in attribute.split(separator: ".") {
            places = places.flatMap { place -> [JSON] in
                guard let member = place[String(part)] else { return [] }
                return member.array ?? [member]
            }
        }
        return places.flatMap { flat($0) }
    }

    static func words(_ text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).lowercased()
            .split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    // MARK: - Matching

    func holds(_ filter: Filter, _ record: JSON) -> Bool {
        let values = NaiveSearch.values(record, filter.attribute)
        let numbers = values.compactMap(\.double)
        switch filter.condition {
        case .date, .geo: return false
        case .facet(let wanted):
            let isAnyCase = ignoresCase && filter.type == .facet
            let holds = values.contains { value in
                if isAnyCase, let text = value.string, let wanted = wanted.string {
                    return text.caseInsensitiveCompare(wanted) == .orderedSame
                }
                return value == wanted.json
            }
            return holds != filter.isNegated
        case .range(let range): return numbers.contains { range.contains($0) != filter.isNegated }
        case .comparison(let comparison, let bound):
            return numbers.contains { number in
                let holds =
                    switch comparison {
                    case .less: number < bound
                    case .lessOrEqual: number <= bound
                    case .equal: number == bound
                    case .notEqual: number != bound
                    case .greaterOrEqual: number >= bound
                    case .greater: number > bound
                    }
                return holds != filter.isNegated
            }
        }
    }

    func passes(
        _ record: JSON,
        _ state: FilterState,
        without leave: (FilterGroup, Int) -> Bool = { _, _ in false }
    ) -> Bool {
        state.groups.allSatisfy { group in
            let filters = group.filters.indices.filter { !leave(group, $0) }.map { group.filters[$0] }
            // The deepest value of a path is sufficient.
            if group.id.kind == .hierarchical { return filters.last.map { holds($0, record) } ?? true }
            if group.id.kind == .optional { return true }
            guard group.id.kind == .or else { return filters.allSatisfy { holds($0, record) } }
            // Filters are alternatives to those of their own type only.
            return Dictionary(grouping: filters, by: \.type).values.allSatisfy { alternatives in
                alternatives.contains { holds($0, record) }
            }
        }
    }

    // MARK: - Answers

    /// A record's score by the optional filters that it matches.
    private func worth(_ record: JSON, _ states: [FilterState]) -> Int {
        states.flatMap(\.groups).filter { $0.id.kind == .optional }.flatMap(\.filters)
            .filter { holds($0, record) }.reduce(0) { $0 + ($1.score ?? 1) }
    }

    func ids(_ request: SearchRequest) -> [String] {
        typealias Found = (worth: Int, quality: NaiveRanking.Quality, place: Int, record: Record)
        let found = records.enumerated().compactMap { place, record -> Found? in
            guard let quality = words.quality(of: record.objectID, request.query), passes(record.json, request.filters),
                passes(record.json, request.baseFilters)
            else { return nil }
            return (worth(record.json, [request.baseFilters, request.filters]), quality, place, record)
        }
        return found.sorted { left, right in
            if left.quality.typos != right.quality.typos { return left.quality.typos < right.quality.typos }
            if left.worth != right.worth { return left.worth > right.worth }
            if let isFirst = left.quality.precedes(right.quality) { return isFirst }
            if let ranking {
                let keys = [left, right].map { NaiveSearch.values($0.record.json, ranking.attribute).first?.double }
                switch (keys[0], keys[1]) {
                case (nil, _?): return false
                case (_?, nil): return true
                case (let first?, let second?) where first != second:
                    return ranking.descending ? first > second : first < second
                default: break
                }
            }
            return left.place < right.place
        }
        .map(\.record.objectID)
    }

    func counts(_ attribute: String, _ request: SearchRequest) -> [FacetValue: Int] {
        var counts: [FacetValue: Int] = [:]
        let chosen = request.filters.groups.filter { $0.id.kind != .optional }.flatMap(\.filters)
        for filter in chosen where filter.attribute == attribute && !filter.isNegated {
            if let value = filter.facetValue { counts[value] = 0 }
        }
        for record in records
        where words.quality(of: record.objectID, request.query) != nil && passes(record.json, request.baseFilters) {
            let isCounted = passes(record.json, request.filters) { group, place in
                switch group.id.kind {
                case .and, .optional: false
                case .or: group.filters[place].attribute == attribute && group.filters[place].facetValue != nil
                case .hierarchical: isLevel(group.filters[place].attribute, atOrBelow: attribute, in: group)
                }
            }
            guard isCounted else { continue }
            for value in Set(NaiveSearch.values(record.json, attribute).compactMap(FacetValue.init(scalar:))) {
                counts[value, default: 0] += 1
            }
        }
        return counts
    }

    /// Whether a filter of a path is on a level or on one below it.
    private func isLevel(_ attribute: String, atOrBelow level: String, in group: FilterGroup) -> Bool {
        let path = group.filters.map(\.attribute)
        let levels = group.attributes + path.filter { !group.attributes.contains($0) }
        guard let first = levels.firstIndex(of: level) else { return false }
        return levels[first...].contains(attribute)
    }

    func bounds(_ attribute: String, _ request: SearchRequest) -> ClosedRange<Double>? {
        let numbers = records.flatMap { record -> [Double] in
            guard words.quality(of: record.objectID, request.query) != nil, passes(record.json, request.baseFilters),
                passes(record.json, request.filters, without: { $0.filters[$1].attribute == attribute })
            else { return [] }
            return NaiveSearch.values(record.json, attribute).compactMap(\.double)
        }
        guard let low = numbers.min(), let high = numbers.max() else { return nil }
        return low...high
    }
}
