// SPDX-License-Identifier: MIT

import SearchIndex
import SearchModel
import Wire

extension EngineSuite {
    /// The uses of the records' attributes.
    public struct Attributes: Sendable {
        /// The searched ones.
        public let searched = ["name", "note"]
        /// Those whose values are texts, one or several, that are counted and filtered.
        public let texts = ["brand", "color", "odd", "kind.l0", "kind.l1"]
        /// Those whose values are numbers, which are compared; the rating is counted too.
        public let numbers = ["price", "rating"]
        /// Those whose values are booleans, which are counted and filtered.
        public let truths = ["sale"]
        /// A record's location: an object with `lat` and `lng`.
        public let place = "_geoloc"
    }

    /// The uses of the records' attributes.
    public static let attributes = Attributes()

    /// Values that a parser could take for operators.
    public static let oddValues = [
        "plain", "a:b", "-dash", "it's", #"say "hi""#, #"back\slash"#, "a OR b", "x) AND (y", "<b>bold</b>", "100 %",
        "ünïcödé", "comma, here", "a&b=c", "`tick`", "$1", "*", "[1 TO 2]", "{brace}", "日本語", "  spaces  ",
    ]

    /// Sixty records; every attribute but the name is missing in some.
    public static let records: [JSON] = (0..<60).map { number in
        let things = ["lamp", "table", "chair", "shelf", "carpet"]
        let brands = ["Acme", "Bolt", "Cask", "Dune", "Ecru", "Fife", "Gale"]
        var record = JSONObject([
            ("objectID", .string("r\(number)")),
            ("name", .string("\(["red", "blue", "green"][number % 3]) \(things[number % 5]) number\(number)")),
        ])
        if number % 4 != 3 {
            record["note"] = .string("fine <em>wood</em> & \(number.isMultiple(of: 2) ? "steel" : "glass")")
        }
        if number % 10 != 9 { record["brand"] = .string(brands[number * number % 7]) }
        if number % 6 != 5 {
            let colors = ["red", "blue", "green"].enumerated().filter { (number >> $0.offset) & 1 == 1 }.map(\.element)
            record["color"] = JSON(colors)
        }
        if number % 8 != 7 { record["price"] = .number(Double(number * 7 % 40) + (number % 3 == 0 ? 0.5 : 0)) }
        if number % 7 != 6 { record["rating"] = JSON(number % 5 + 1) }
        if number % 5 != 4 { record["sale"] = .bool(number % 3 == 0) }
        record["odd"] = .string(oddValues[number % oddValues.count])
        if number % 9 != 8 {
            let top = ["Home", "Garden"][number % 2]
            record["kind.l0"] = .string(top)
            record["kind.l1"] = .string("\(top) > \(["Light", "Seat", "Wall"][number % 3])")
        }
        if number % 3 != 2 {
            record["_geoloc"] = ["lat": .number(Double(960 + number) / 20), "lng": .number(Double(number - 20) / 10)]
        }
        return .object(record)
    }

    /// The settings under which the embedded index is the reference.
    ///
    /// Engines treat typing errors differently.
    static let settings = IndexSettings(
        searchableAttributes: attributes.searched,
        attributesForFaceting: attributes.texts + attributes.truths + ["rating"],
        numericAttributes: attributes.numbers,
        attributesToHighlight: attributes.searched,
        relevance: withoutErrors
    )

    private static var withoutErrors: RelevanceSettings {
        var relevance = RelevanceSettings()
        relevance.typoTolerance = .never
        return relevance
    }
}
