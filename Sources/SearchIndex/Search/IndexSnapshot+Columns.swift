// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import SearchModel
import Wire

/// What an index has of an attribute.
enum ColumnFinding<Column: Sendable>: Sendable {
    case found(Column)
    /// No record has the attribute.
    case absent
    /// The index does not keep the attribute, and is too large to be read for it.
    case unavailable
}

extension IndexSnapshot {
    /// The largest file whose records are read for an attribute that the index keeps no column of.
    ///
    /// It takes some 0.3 s, once for each version of the index.
    static let largestScan = 128 << 20
    /// How many attributes are looked for in the records, so that no session fills the memory with names.
    private static let mostScans = 64

    /// The values of an attribute.
    ///
    /// Those that the settings leave out are gathered from the records of an index that is not too large.
    func facet(_ attribute: String, in database: Database) throws -> ColumnFinding<FacetColumn> {
        if let column = columns.facets[attribute] { return .found(column) }
        let scanned = try scan(attribute, in: database)
        if case .unavailable = scanned, attributes[attribute] == .number, let numbers = columns.numbers[attribute],
            let column = FacetColumn(numbers)
        {
            gathered[attribute] = .found(GatheredColumns(facet: column, numbers: numbers))
            return .found(column)
        }
        return scanned.map(\.facet)
    }

    /// The numbers of an attribute.
    func numbers(_ attribute: String, in database: Database) throws -> ColumnFinding<NumberColumn> {
        if let column = columns.numbers[attribute] { return .found(column) }
        if let facet = columns.facets[attribute], gathered[attribute] == nil {
            gathered[attribute] = .found(GatheredColumns(facet: facet, numbers: NumberColumn(facet)))
        }
        return try scan(attribute, in: database).map(\.numbers)
    }

    /// Gathers an attribute from the records, once.
    private func scan(_ attribute: String, in database: Database) throws -> ColumnFinding<GatheredColumns> {
        if let known = gathered[attribute] { return known }
        if attributes.isComplete, attributes[attribute] == nil { return .absent }
        guard identity.size <= Self.largestScan, gathered.count < Self.mostScans else { return .unavailable }
        let settings = IndexSettings(attributesForFaceting: [attribute], numericAttributes: [attribute])
        let selection = JSONSelection([attribute])
        var builder = ColumnsBuilder(settings: settings)
        var places: [UInt32: Int] = [:]
        let cursor = try Row.fetchCursor(database, sql: "SELECT row, data FROM records ORDER BY row")
        while let stored = try cursor.next() {
            let identifier: UInt32 = stored[0]
            let record = try stored.withUnsafeData(atIndex: 1) { try JSON(parsing: try selection.cut($0 ?? .init())) }
            places[identifier] = places.count
            builder.add(record, identifier: identifier)
        }
        let order = identifiers.compactMap { places[$0] }
        guard order.count == identifiers.count, places.count == order.count else {
            throw SearchBusError(.indexCorrupt, "Index `\(name)` lacks a record that it lists.")
        }
        let columns = builder.finish(order: order)
        let finding: ColumnFinding<GatheredColumns> =
            if let facet = columns.facets[attribute], let numbers = columns.numbers[attribute], !facet.values.isEmpty {
                .found(GatheredColumns(facet: facet, numbers: numbers))
            } else {
                .absent
            }
        gathered[attribute] = finding
        return finding
    }

    /// The places of a facet's values by name.
    func names(of attribute: String, column: FacetColumn) -> FacetNames {
        if let names = facetNames[attribute] { return names }
        let names = FacetNames(column.values)
        facetNames[attribute] = names
        return names
    }
}

/// The columns of an attribute that the settings leave out.
struct GatheredColumns: Sendable {
    let facet: FacetColumn
    let numbers: NumberColumn
}

extension ColumnFinding {
    var isUnavailable: Bool {
        guard case .unavailable = self else { return false }
        return true
    }

    func map<Other: Sendable>(_ transform: (Column) -> Other) -> ColumnFinding<Other> {
        switch self {
        case .found(let column): .found(transform(column))
        case .absent: .absent
        case .unavailable: .unavailable
        }
    }
}

extension FacetColumn {
    /// The values of an attribute that has nothing but numbers.
    init?(_ numbers: NumberColumn) {
        var builder = FacetColumnBuilder()
        for row in 0..<numbers.numbers.rowCount { builder.append(numbers.numbers[row].map(FacetValue.init(_:))) }
        guard let column = builder.finish(order: Array(0..<numbers.numbers.rowCount)) else { return nil }
        self = column
    }
}

extension NumberColumn {
    /// The numbers among the values of an attribute.
    init(_ facet: FacetColumn) {
        let values = facet.values.map(\.double)
        var lists = RowLists<Double>()
        for row in 0..<facet.ordinals.rowCount { lists.append(facet.ordinals[row].compactMap { values[Int($0)] }) }
        self.init(numbers: lists)
    }

    /// Whether no row has a number.
    var isEmpty: Bool { numbers.elements.isEmpty }
}
