// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Gathers the columns of an index from its records, one at a time, and brings them into ranking order at the end.
struct ColumnsBuilder {
    private var facets: [(path: AttributePath, builder: FacetColumnBuilder)]
    private var numbers: [(path: AttributePath, lists: RowLists<Double>)]
    private var places = RowLists<GeoPoint>()
    private let ranking: [(path: AttributePath, direction: RankingRule.Direction)]
    private var keys: [FacetValue?] = []
    /// The row identifiers of the records, in the order in which they were added.
    private var identifiers: [UInt32] = []

    init(settings: IndexSettings) {
        // Tags can be filtered in every index, so that an app need not announce them.
        let counted = (settings.attributesForFaceting ?? []).filter { $0 != Filter.tagAttribute }
        facets = (counted + [Filter.tagAttribute]).map { (AttributePath($0), FacetColumnBuilder()) }
        numbers = (settings.numericAttributes ?? []).map { (AttributePath($0), RowLists<Double>()) }
        ranking = (settings.customRanking ?? []).map { (AttributePath($0.attribute), $0.direction) }
    }

    /// Adds a record that is stored under an identifier.
    mutating func add(_ record: JSON, identifier: UInt32) {
        identifiers.append(identifier)
        for index in facets.indices {
            var values: [FacetValue] = []
            facets[index].path.forEachScalar(in: record) { scalar in
                if let value = FacetValue(scalar: scalar) { values.append(value) }
            }
            facets[index].builder.append(values)
        }
        for index in numbers.indices {
            var values: [Double] = []
            numbers[index].path.forEachScalar(in: record) { value in
                if let number = value.double { values.append(number) }
            }
            numbers[index].lists.append(values)
        }
        places.append(GeoPoint.points(of: record))
        for rule in ranking {
            var key: FacetValue?
            rule.path.forEachScalar(in: record) { value in key = key ?? FacetValue(scalar: value) }
            keys.append(key)
        }
    }

    /// The columns in ranking order, and the identifier of the record in each row.
    consuming func finish() -> (columns: Columns, identifiers: [UInt32]) {
        let order = rankingOrder()
        let rows = order.map { identifiers[$0] }
        return (finish(order: order), rows)
    }

    /// The columns with their rows in an order of one's own: row `r` is the record added as number `order[r]`.
    consuming func finish(order: [Int]) -> Columns {
        var columns = Columns(rowCount: identifiers.count)
        for (path, builder) in facets {
            columns.facets[path.name] = builder.finish(order: order)
        }
        for (path, lists) in numbers {
            columns.numbers[path.name] = NumberColumn(numbers: lists.permuted(by: order))
        }
        if !places.elements.isEmpty { columns.places = GeoColumn(points: places.permuted(by: order)) }
        return columns
    }

    private func rankingOrder() -> [Int] {
        let order = Array(identifiers.indices)
        guard !ranking.isEmpty else { return order }
        // The standard library's sort is stable, which keeps records that rank the same in the order of their arrival.
        return order.sorted { left, right in
            for (index, rule) in ranking.enumerated() {
                switch (keys[left * ranking.count + index], keys[right * ranking.count + index]) {
                case (nil, nil): continue
                case (nil, _?): return false
                case (_?, nil): return true
                case (let first?, let second?):
                    if ValueOrder.precedes(first, second) { return rule.direction == .ascending }
                    if ValueOrder.precedes(second, first) { return rule.direction == .descending }
                }
            }
            return false
        }
    }
}

/// Gathers one facet column.
struct FacetColumnBuilder {
    private var provisional: [FacetValue: UInt32] = [:]
    private var ordinals = RowLists<UInt32>()

    /// Adds the values of the next row; a value that is there twice counts once.
    mutating func append(_ values: [FacetValue]) {
        var row: [UInt32] = []
        for value in values {
            let next = UInt32(provisional.count)
            let ordinal = provisional[value, default: next]
            if ordinal == next { provisional[value] = next }
            if !row.contains(ordinal) { row.append(ordinal) }
        }
        ordinals.append(row)
    }

    /// The column with its rows in another order and its values in order of name.
    consuming func finish(order: [Int]) -> FacetColumn? {
        let sorted = provisional.sorted { ValueOrder.precedes($0.key, $1.key) }
        var final = [UInt32](repeating: 0, count: sorted.count)
        for (ordinal, entry) in sorted.enumerated() { final[Int(entry.value)] = UInt32(ordinal) }
        let renumbered = ordinals.permuted(by: order).map { final[Int($0)] }
        return FacetColumn(values: sorted.map(\.key), ordinals: renumbered)
    }
}
