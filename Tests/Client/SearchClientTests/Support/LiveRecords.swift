// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// The records of the app that tests run: products, films, suggestions, actors and cities.
enum LiveRecords {
    /// Writes the indexes.
    static func write(to directory: IndexDirectory) throws {
        try write("products", products, ["name", "brand"], to: directory) { settings in
            settings.attributesForFaceting = [
                "brand", "categories", "color", "freeShipping", "inStock", "rating", "hierarchicalCategories.lvl0",
                "hierarchicalCategories.lvl1", "hierarchicalCategories.lvl2",
            ]
            settings.numericAttributes = ["price", "rating", "reviews", "releaseDate"]
        }
        try write("films", films, ["title"], to: directory) { settings in
            settings.attributesForFaceting = ["genres"]
            settings.numericAttributes = ["year"]
        }
        try write("suggestions", suggestions, ["query"], to: directory) { _ in }
        try write("actors", actors, ["name"], to: directory) { _ in }
        try write("cities", cities, ["name"], to: directory) { _ in }
    }

    private static func write(
        _ name: String,
        _ records: [JSON],
        _ searchable: [String],
        to directory: IndexDirectory,
        _ change: (inout IndexSettings) -> Void
    ) throws {
        var settings = IndexSettings(searchableAttributes: searchable)
        change(&settings)
        try IndexWriter(directory: directory, name: name).replaceAll(settings: settings, try records.map(Record.init))
    }

    /// Twenty lamps and twenty kettles of two brands, at 5 to 200.
    private static let products: [JSON] = (1...40).map { number in
        let isLamp = number % 2 == 0
        let department = isLamp ? "Home > Lamps" : "Kitchen > Kettles"
        return [
            "objectID": .string("p\(number)"), "name": .string("\(isLamp ? "Lamp" : "Kettle") \(number)"),
            "brand": .string(number % 4 < 2 ? "Acme" : "Globex"), "categories": [.string(isLamp ? "Lamps" : "Kettles")],
            "color": .string(["red", "blue", "green"][number % 3]), "price": JSON(number * 5),
            "rating": JSON(number % 5 + 1), "reviews": JSON(number), "freeShipping": .bool(number % 2 == 0),
            "inStock": .bool(number % 4 != 0), "releaseDate": JSON(1_700_000_000 + number * 86_400),
            "hierarchicalCategories": [
                "lvl0": .string(isLamp ? "Home" : "Kitchen"), "lvl1": .string(department),
                "lvl2": .string("\(department) > New"),
            ],
        ]
    }

    /// Thirty films.
    private static let films: [JSON] = (1...30).map { number in
        [
            "objectID": .string("f\(number)"), "title": .string("Film \(number)"), "year": JSON(1980 + number),
            "genres": ["Drama"],
        ]
    }

    private static let suggestions: [JSON] = (1...9).map { number in
        [
            "objectID": .string("s\(number)"), "query": .string("lamp \(number)"), "popularity": JSON(100 - number),
        ]
    }

    private static let actors: [JSON] = (1...3).map { number in
        ["objectID": .string("a\(number)"), "name": .string("Actor \(number)")]
    }

    /// Four cities, of which one has no coordinates.
    private static let cities: [JSON] = [
        ["objectID": "c1", "name": "Oslo", "_geoloc": ["lat": 59.9, "lng": 10.7]],
        ["objectID": "c2", "name": "Rome", "_geoloc": ["lat": 41.9, "lng": 12.5]],
        ["objectID": "c3", "name": "Suva", "_geoloc": ["lat": -18.1, "lng": 178.4]],
        ["objectID": "c4", "name": "Atlantis"],
    ]
}
