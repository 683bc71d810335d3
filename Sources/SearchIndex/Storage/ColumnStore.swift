// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import GRDB
import SearchModel
import Wire

/// Reads and writes the columns of an index file.
enum ColumnStore {
    private static let facetKind = "facet"
    private static let numberKind = "number"
    private static let geoKind = "geo"

    /// Replaces the stored columns.
    static func write(_ columns: Columns, to database: Database) throws {
        try database.execute(sql: "DELETE FROM columns")
        let statement = try database.makeStatement(sql: "INSERT INTO columns VALUES (?, ?, ?, ?, ?)")
        for (attribute, column) in columns.facets {
            try statement.execute(
                arguments: [
                    attribute, facetKind, ColumnCodec.data(column.values),
                    ColumnCodec.data(column.ordinals.offsets), ColumnCodec.data(column.ordinals.elements),
                ]
            )
        }
        for (attribute, column) in columns.numbers {
            try statement.execute(
                arguments: [
                    attribute, numberKind, nil,
                    ColumnCodec.data(column.numbers.offsets), ColumnCodec.data(column.numbers.elements),
                ]
            )
        }
        if let places = columns.places { try statement.execute(arguments: arguments(places)) }
    }

    private static func arguments(_ places: GeoColumn) -> StatementArguments {
        [
            Filter.geoAttribute, geoKind, nil, ColumnCodec.data(places.points.offsets),
            ColumnCodec.data(places.coordinates),
        ]
    }

    /// Reads the columns; every one is checked, so that no search can reach outside of them.
    ///
    /// - Throws: `SearchBusError.indexCorrupt` for columns that do not hold together.
    static func read(from database: Database, rowCount: Int, name: String) throws -> Columns {
        var columns = Columns(rowCount: rowCount)
        let cursor = try Row.fetchCursor(
            database,
            sql: "SELECT attribute, kind, dictionary, offsets, elements FROM columns"
        )
        while let row = try cursor.next() {
            guard let attribute = String.fromDatabaseValue(row[0]), let kind = String.fromDatabaseValue(row[1]),
                let offsets = try row.withUnsafeData(atIndex: 3, { $0.flatMap(ColumnCodec.integers) })
            else { throw corrupt(name) }
            switch kind {
            case facetKind:
                guard let values = try row.withUnsafeData(atIndex: 2, { $0.flatMap(ColumnCodec.values) }),
                    let elements = try row.withUnsafeData(atIndex: 4, { $0.flatMap(ColumnCodec.integers) }),
                    let lists = RowLists(offsets: offsets, elements: elements, rowCount: rowCount),
                    let column = FacetColumn(values: values, ordinals: lists)
                else { throw corrupt(name) }
                columns.facets[attribute] = column
            case numberKind:
                guard let elements = try row.withUnsafeData(atIndex: 4, { $0.flatMap(ColumnCodec.doubles) }),
                    let lists = RowLists(offsets: offsets, elements: elements, rowCount: rowCount)
                else { throw corrupt(name) }
                columns.numbers[attribute] = NumberColumn(numbers: lists)
            case geoKind:
                guard attribute == Filter.geoAttribute,
                    let coordinates = try row.withUnsafeData(atIndex: 4, { $0.flatMap(ColumnCodec.doubles) }),
                    let places = GeoColumn(offsets: offsets, coordinates: coordinates, rowCount: rowCount)
                else { throw corrupt(name) }
                columns.places = places
            default:
                throw corrupt(name)
            }
        }
        return columns
    }

    private static func corrupt(_ name: String) -> SearchBusError {
        SearchBusError(.indexCorrupt, "The columns of index `\(name)` do not hold together.")
    }
}
