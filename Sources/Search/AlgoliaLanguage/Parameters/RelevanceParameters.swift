// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What queries and settings say of matching and order, under the names that Algolia and the embedded index share.
///
/// Source: algolia.com/doc/api-reference/search-api-parameters.
package enum RelevanceParameters {
    /// Reads what is there of the parameters.
    package static func read(_ values: ParameterValues) throws(AlgoliaError) -> JSONObject {
        var read = JSONObject()
        for setting in RelevanceSetting.allCases {
            if let value = try value(of: setting, in: values) { read[setting.rawValue] = value }
        }
        return read
    }

    /// Reads the parameters of a query: with what is searched, and the point from which distances count.
    package static func readQuery(_ values: ParameterValues, searched: [String]) throws(AlgoliaError) -> JSONObject {
        var read = try read(values)
        if let names = try values.texts(restriction), !names.isEmpty {
            if let stranger = names.first(where: { !searched.contains($0) }), !searched.isEmpty {
                throw AlgoliaError(
                    "\(restriction): attribute \(stranger.prefix(80)) is not in searchableAttributes of the index"
                )
            }
            if !searched.isEmpty { read[restriction] = JSON(names) }
        }
        guard let origin = try PlaceFilters.origin(values) else { return read }
        read["aroundLatLng"] = .string("\(origin.latitude),\(origin.longitude)")
        if let precision = try precision(values) { read["aroundPrecision"] = JSON(precision) }
        return read
    }

    private static let restriction = "restrictSearchableAttributes"

    private static func value(of setting: RelevanceSetting, in values: ParameterValues) throws(AlgoliaError) -> JSON? {
        let name = setting.rawValue
        switch setting.form {
        case .choice(let choices):
            guard let text = try values.text(name) else { return nil }
            guard choices.contains(text) else {
                throw AlgoliaError("\(name): one of \(choices.joined(separator: ", ")) is expected")
            }
            return .string(text)
        case .flag: return try values.flag(name).map { .bool($0) }
        case .languages:
            // Languages without English mean no.
            guard let value = values.value(name) else { return nil }
            guard value.bool == nil, !["true", "false"].contains(value.string) else {
                return try values.flag(name).map { .bool($0) }
            }
            return .bool(try values.texts(name)?.contains { $0.lowercased().hasPrefix("en") } ?? false)
        case .number(let bounds): return try values.integer(name, in: bounds).map { JSON($0) }
        case .texts:
            guard let texts = try values.texts(name) else { return nil }
            guard texts.count <= mostTexts, texts.allSatisfy({ $0.utf8.count <= mostBytes }) else {
                throw AlgoliaError("\(name): more than \(mostTexts) texts, or one of more than \(mostBytes) bytes")
            }
            return JSON(texts)
        case .count(let bounds):
            guard let value = values.value(name) else { return nil }
            if value.bool != nil || ["true", "false"].contains(value.string) {
                return try values.flag(name).map { JSON($0 ? 1 : 0) }
            }
            return try values.integer(name, in: bounds).map { JSON($0) }
        // Read elsewhere, since queries do not say them.
        case .order, .own: return nil
        }
    }

    /// How many texts a parameter may hold, and how long one may be.
    private static let (mostTexts, mostBytes) = (1_000, 512)

    /// In what steps distances count, in metres; of ranges with steps of their own the first one's step holds for all.
    private static func precision(_ values: ParameterValues) throws(AlgoliaError) -> Int? {
        let name = "aroundPrecision"
        if let ranges = values.value(name)?.array {
            guard let step = ranges.first?["value"]?.int, step > 0 else {
                throw AlgoliaError("\(name): a number of metres, or ranges with `from` and `value`, is expected")
            }
            return step
        }
        return try values.integer(name, in: 1...40_000_000)
    }
}
