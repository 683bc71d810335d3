// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What a request says beyond its own members, as the embedded index understands it; the names are Algolia's.
struct SearchParameters {
    /// How the index decides what matches for this request.
    private(set) var relevance: RelevanceSettings
    /// From where distances count, and in what steps, in metres.
    private(set) var origin: (point: GeoPoint, precision: Double)?
    private(set) var scope = AttributeScope()
    /// The parameters that were not understood, each with the reason.
    private(set) var ignored: [(name: String, reason: String)] = []

    init(_ parameters: JSONObject, settings: IndexSettings) {
        relevance = settings.relevance
        for member in parameters.members {
            switch member.key {
            case "aroundLatLng": readOrigin(member.value, parameters)
            case "aroundPrecision": break
            case "restrictSearchableAttributes": restrict(member.value, settings.searchedAttributes)
            case let name where RelevanceSetting(rawValue: name).map { $0.form != .own } ?? false:
                do {
                    relevance = try RelevanceSettings(
                        json: .object(JSONObject([(name, member.value)])),
                        over: relevance
                    )
                } catch { ignored.append((name, (error as? JSONError)?.message ?? "it is wrong")) }
            default: ignored.append((member.key, ""))
            }
        }
        // The entries of the settings are texts, which take a while to read.
        guard !relevance.disableTypoToleranceOnAttributes.isEmpty else { return }
        scope.forgiveNothing(in: relevance.disableTypoToleranceOnAttributes, of: settings.searchedAttributes)
    }

    private mutating func restrict(_ value: JSON, _ attributes: [SearchableAttribute]) {
        guard let names = value.texts else {
            ignored.append(("restrictSearchableAttributes", "it is not a list of attributes"))
            return
        }
        for name in scope.restrict(to: names, of: attributes) {
            ignored.append(("restrictSearchableAttributes", "`\(name)` is not searched"))
        }
    }

    private mutating func readOrigin(_ value: JSON, _ parameters: JSONObject) {
        guard let point = value.string.flatMap(GeoPoint.init(text:)) else {
            ignored.append(("aroundLatLng", "it is not a latitude and longitude with a comma between"))
            return
        }
        let precision = parameters["aroundPrecision"]?.double ?? 10
        origin = (point, max(1, precision.isFinite ? precision : 10))
    }
}

extension JSON {
    /// The elements of a list of texts; `nil` for anything else.
    fileprivate var texts: [String]? {
        guard let array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }
}
