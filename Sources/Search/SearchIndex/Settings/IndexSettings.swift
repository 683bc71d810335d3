// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// How an index searches, counts and ranks.
///
/// What is left out is inferred from the records of a full import.
public struct IndexSettings: Sendable, Hashable {
    /// The attributes whose words are searched, the most important first; see `SearchableAttribute` for what an entry may say.
    public var searchableAttributes: [String]?
    /// The attributes whose values can be counted and filtered.
    public var attributesForFaceting: [String]?
    /// The attributes whose numbers can be compared and whose lowest and highest are returned.
    public var numericAttributes: [String]?
    /// What puts one of two records first that match equally well.
    public var customRanking: [RankingRule]?
    /// The attributes in which the words found are marked.
    public var attributesToHighlight: [String]?
    /// What matches, and what comes first.
    public var relevance = RelevanceSettings()

    public init(
        searchableAttributes: [String]? = nil,
        attributesForFaceting: [String]? = nil,
        numericAttributes: [String]? = nil,
        customRanking: [RankingRule]? = nil,
        attributesToHighlight: [String]? = nil,
        relevance: RelevanceSettings = RelevanceSettings()
    ) {
        self.searchableAttributes = searchableAttributes
        self.attributesForFaceting = attributesForFaceting
        self.numericAttributes = numericAttributes
        self.customRanking = customRanking
        self.attributesToHighlight = attributesToHighlight
        self.relevance = relevance
    }

    /// The searched attributes with their ranks.
    public var searchedAttributes: [SearchableAttribute] { SearchableAttribute.list(searchableAttributes ?? []) }

    /// Whether nothing that is kept of records is left to be inferred.
    var isComplete: Bool {
        searchableAttributes != nil && attributesForFaceting != nil && numericAttributes != nil
    }

    /// These settings with everything that they leave out taken from others.
    func completed(by other: IndexSettings) -> IndexSettings {
        IndexSettings(
            searchableAttributes: searchableAttributes ?? other.searchableAttributes,
            attributesForFaceting: attributesForFaceting ?? other.attributesForFaceting,
            numericAttributes: numericAttributes ?? other.numericAttributes,
            customRanking: customRanking ?? other.customRanking,
            attributesToHighlight: attributesToHighlight
                ?? searchableAttributes.map { _ in searchedAttributes.map(\.name) } ?? other.attributesToHighlight,
            relevance: relevance
        )
    }
}

extension IndexSettings: JSONConvertible {
    private enum Key: String, CaseIterable {
        case searchableAttributes, attributesForFaceting, numericAttributes, customRanking, attributesToHighlight
    }

    public init(json: JSON) throws {
        guard let object = json.object else { throw JSONError("the settings are not an object") }
        if let stranger = object.keys.first(where: {
            Key(rawValue: $0) == nil && RelevanceSetting(rawValue: $0) == nil
        }) {
            let all = Key.allCases.map(\.rawValue) + RelevanceSetting.allCases.map(\.rawValue)
            let known = all.joined(separator: ", ")
            throw JSONError("`\(stranger)` is not a setting; the settings are \(known)")
        }
        self.init(
            searchableAttributes: try IndexSettings.attributes(.searchableAttributes, in: json),
            attributesForFaceting: try IndexSettings.attributes(.attributesForFaceting, in: json),
            numericAttributes: try IndexSettings.attributes(.numericAttributes, in: json),
            customRanking: try IndexSettings.attributes(.customRanking, in: json)?.map { text in
                guard let rule = RankingRule(text) else {
                    throw JSONError("`\(text)` in `customRanking` is not asc(ATTRIBUTE) or desc(ATTRIBUTE)")
                }
                return rule
            },
            attributesToHighlight: try IndexSettings.attributes(.attributesToHighlight, in: json),
            relevance: try RelevanceSettings(json: json)
        )
    }

    private static func attributes(_ key: Key, in json: JSON) throws -> [String]? {
        guard let value = json[key.rawValue], !value.isNull else { return nil }
        let names = try json.strings(key.rawValue)
        guard !names.contains("") else { throw JSONError("`\(key.rawValue)` holds an empty name") }
        guard Set(names).count == names.count else { throw JSONError("`\(key.rawValue)` names an attribute twice") }
        return names
    }

    public var json: JSON {
        var object = JSONObject()
        object["searchableAttributes"] = searchableAttributes.map { JSON($0) }
        object["attributesForFaceting"] = attributesForFaceting.map { JSON($0) }
        object["numericAttributes"] = numericAttributes.map { JSON($0) }
        object["customRanking"] = customRanking.map { JSON($0.map(\.text)) }
        object["attributesToHighlight"] = attributesToHighlight.map { JSON($0) }
        for member in relevance.members.members { object[member.key] = member.value }
        return .object(object)
    }
}
