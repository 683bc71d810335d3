// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// What a request says beyond its own members, as the embedded index understands it; the names are Algolia's.
struct SearchParameters {
    /// How the index decides what matches for this request.
    private(set) var relevance: RelevanceSettings
    /// From where distances count, and in what steps, in metres.
    private(set) var origin: (point: GeoPoint, precision: Double)?
    /// The parameters that were not understood, each with the reason.
    private(set) var ignored: [(name: String, reason: String)] = []

    /// Reads the parameters of a request over the settings of an index.
    init(_ parameters: JSONObject, settings: RelevanceSettings) {
        relevance = settings
        for member in parameters.members {
            switch member.key {
            case "aroundLatLng": readOrigin(member.value, parameters)
            case "aroundPrecision": break
            case let name where RelevanceSettings.Key(rawValue: name) != nil && !SearchParameters.isFixed(name):
                do {
                    relevance = try RelevanceSettings(
                        json: .object(JSONObject([(name, member.value)])),
                        over: relevance
                    )
                } catch { ignored.append((name, (error as? JSONError)?.message ?? "it is wrong")) }
            default: ignored.append((member.key, ""))
            }
        }
    }

    /// Whether a setting belongs to the index and not to a request.
    private static func isFixed(_ name: String) -> Bool {
        ["synonyms", "replicas", "attributeForDistinct"].contains(name)
    }

    private mutating func readOrigin(_ value: JSON, _ parameters: JSONObject) {
        let numbers = value.string?.split(separator: ",").map { Double($0.filter { $0 != " " }) } ?? []
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
            let point = GeoPoint(latitude: latitude, longitude: longitude)
        else {
            ignored.append(("aroundLatLng", "it is no latitude and longitude with a comma between"))
            return
        }
        let precision = parameters["aroundPrecision"]?.double ?? 10
        origin = (point, max(1, precision.isFinite ? precision : 10))
    }
}
