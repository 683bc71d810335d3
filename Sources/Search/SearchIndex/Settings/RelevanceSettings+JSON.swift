// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension RelevanceSettings {
    /// Reads what settings say; what they leave out stays as it is.
    init(json: JSON, over other: RelevanceSettings = RelevanceSettings()) throws {
        self = other
        func value(_ key: RelevanceSetting) -> JSON? { json[key.rawValue].flatMap { $0.isNull ? nil : $0 } }
        func choice<Choice: RawRepresentable & CaseIterable>(_ key: RelevanceSetting, _ choice: inout Choice) throws
        where Choice.RawValue == String {
            guard let value = value(key) else { return }
            let text = value.string ?? value.bool.map { $0 ? "true" : "false" } ?? ""
            guard let known = Choice(rawValue: text) else {
                let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
                throw JSONError("`\(key.rawValue)` is not one of \(all)")
            }
            choice = known
        }
        func flag(_ key: RelevanceSetting, _ flag: inout Bool) throws {
            guard let value = value(key) else { return }
            // A list of languages means yes.
            guard let truth = value.bool ?? value.array.map({ !$0.isEmpty }) else {
                throw JSONError("`\(key.rawValue)` is neither true nor false")
            }
            flag = truth
        }
        func number(_ key: RelevanceSetting, _ number: inout Int) throws {
            guard let value = value(key), let range = key.form.bounds else { return }
            let given = value.int ?? value.bool.map { $0 ? 1 : 0 }
            guard let given, range.contains(given) else {
                throw JSONError("`\(key.rawValue)` is not an integer from \(range.lowerBound) to \(range.upperBound)")
            }
            number = given
        }
        if value(.ranking) != nil {
            (sort, ranking) = try RelevanceSettings.order(try json.strings(RelevanceSetting.ranking.rawValue))
        }
        try choice(.typoTolerance, &typoTolerance)
        try number(.minWordSizefor1Typo, &minWordSizefor1Typo)
        try number(.minWordSizefor2Typos, &minWordSizefor2Typos)
        try flag(.allowTyposOnNumericTokens, &allowTyposOnNumericTokens)
        if value(.disableTypoToleranceOnWords) != nil {
            disableTypoToleranceOnWords = try json.strings(RelevanceSetting.disableTypoToleranceOnWords.rawValue)
        }
        if value(.disableTypoToleranceOnAttributes) != nil {
            disableTypoToleranceOnAttributes = try json.strings(
                RelevanceSetting.disableTypoToleranceOnAttributes.rawValue
            )
        }
        try choice(.queryType, &queryType)
        try choice(.removeWordsIfNoResults, &removeWordsIfNoResults)
        if let words = value(.optionalWords) {
            optionalWords = try words.string.map { [$0] } ?? json.strings(RelevanceSetting.optionalWords.rawValue)
        }
        try choice(.exactOnSingleWordQuery, &exactOnSingleWordQuery)
        try flag(.ignorePlurals, &ignorePlurals)
        try flag(.removeStopWords, &removeStopWords)
        if let signs = value(.separatorsToIndex) { separatorsToIndex = try IndexedSeparators(json: signs) }
        if let list = value(.synonyms) {
            guard let elements = list.array else { throw JSONError("`synonyms` is not a list") }
            synonyms = try elements.map(Synonym.init(json:))
        }
        if let name = value(.attributeForDistinct) {
            guard let text = name.string, !text.isEmpty else { throw JSONError("`attributeForDistinct` is not a name") }
            attributeForDistinct = text
        }
        try number(.distinct, &distinct)
        if let list = value(.replicas) { replicas = try Replica.list(list) }
        try number(.minProximity, &minProximity)
    }

    /// Reads the rules that come before all criteria, and the criteria in their order.
    ///
    /// - Throws: `JSONError` for an unknown text, for a rule after a criterion, and for a repeated one.
    static func order(_ texts: [String]) throws -> (sort: [RankingRule], criteria: [RelevanceSetting.Criterion]) {
        let rules = texts.map { RankingRule($0) }.prefix { $0 != nil }.compactMap(\.self)
        let criteria = try texts.dropFirst(rules.count).map { text in
            guard RankingRule(text) == nil else {
                throw JSONError("`\(text)` in `ranking` is after a criterion, and must be before all of them")
            }
            guard let criterion = RelevanceSetting.Criterion(rawValue: text) else {
                let all = RelevanceSetting.Criterion.allCases.map(\.rawValue).joined(separator: ", ")
                throw JSONError("`\(text)` in `ranking` is not one of \(all)")
            }
            return criterion
        }
        guard Set(criteria).count == criteria.count else { throw JSONError("`ranking` names a criterion twice") }
        return (rules, criteria)
    }

    /// The settings that are not the defaults.
    var members: JSONObject {
        let plain = RelevanceSettings()
        var object = JSONObject()
        func put<Value: Equatable>(
            _ key: RelevanceSetting,
            _ path: KeyPath<RelevanceSettings, Value>,
            _ json: (Value) -> JSON
        ) {
            if self[keyPath: path] != plain[keyPath: path] { object[key.rawValue] = json(self[keyPath: path]) }
        }
        if sort != plain.sort || ranking != plain.ranking {
            object[RelevanceSetting.ranking.rawValue] = JSON(sort.map(\.text) + ranking.map(\.rawValue))
        }
        put(.typoTolerance, \.typoTolerance) { $0 == .always ? true : $0 == .never ? false : .string($0.rawValue) }
        put(.minWordSizefor1Typo, \.minWordSizefor1Typo) { JSON($0) }
        put(.minWordSizefor2Typos, \.minWordSizefor2Typos) { JSON($0) }
        put(.allowTyposOnNumericTokens, \.allowTyposOnNumericTokens) { .bool($0) }
        put(.disableTypoToleranceOnWords, \.disableTypoToleranceOnWords) { JSON($0) }
        put(.disableTypoToleranceOnAttributes, \.disableTypoToleranceOnAttributes) { JSON($0) }
        put(.queryType, \.queryType) { .string($0.rawValue) }
        put(.removeWordsIfNoResults, \.removeWordsIfNoResults) { .string($0.rawValue) }
        put(.optionalWords, \.optionalWords) { JSON($0) }
        put(.exactOnSingleWordQuery, \.exactOnSingleWordQuery) { .string($0.rawValue) }
        put(.ignorePlurals, \.ignorePlurals) { .bool($0) }
        put(.removeStopWords, \.removeStopWords) { .bool($0) }
        put(.separatorsToIndex, \.separatorsToIndex) { $0.json }
        put(.synonyms, \.synonyms) { .array($0.map(\.json)) }
        put(.attributeForDistinct, \.attributeForDistinct) { JSON($0) }
        put(.distinct, \.distinct) { JSON($0) }
        put(.replicas, \.replicas) { replicas in
            .object(JSONObject(replicas.map { ($0.name, $0.json) }))
        }
        put(.minProximity, \.minProximity) { JSON($0) }
        return object
    }
}

extension Synonym: JSONConvertible {
    /// Reads an entry: a list of words that mean the same, or an object as Algolia writes it.
    public init(json: JSON) throws {
        if json.array != nil {
            self = .regular(try (["list": json] as JSON).strings("list"))
            return
        }
        switch json["type"]?.string {
        case "synonym": self = .regular(try json.strings("synonyms"))
        case "oneWaySynonym": self = .oneWay(try json.requiredString("input"), try json.strings("synonyms"))
        case "placeholder":
            self = .placeholder(try json.requiredString("placeholder"), try json.strings("replacements"))
        default: throw JSONError("a synonym has none of the types synonym, oneWaySynonym, placeholder")
        }
    }

    public var json: JSON {
        switch self {
        case .regular(let words): ["type": "synonym", "synonyms": JSON(words)]
        case .oneWay(let input, let words): ["type": "oneWaySynonym", "input": .string(input), "synonyms": JSON(words)]
        case .placeholder(let word, let words):
            ["type": "placeholder", "placeholder": .string(word), "replacements": JSON(words)]
        }
    }
}
