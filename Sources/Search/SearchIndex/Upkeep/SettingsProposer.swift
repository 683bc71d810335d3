// SPDX-License-Identifier: MIT

/// Proposes settings for the records of a survey: what suits their values, without what users have no use for.
struct SettingsProposer {
    /// How many rules of a ranking are proposed; further ones hardly ever decide.
    private static let maxRules = 2

    /// The rules that put one of two records first.
    let ranking: [RankingRule]
    private let survey: AttributeSurvey
    private let known: AttributeKinds
    private let traits: [String: AttributeTraits]

    /// - Parameters:
    ///   - survey: What the records have.
    ///   - known: The attributes of all records; `nil` if the survey has them.
    ///   - rules: The rules in force, which stay, except those for attributes that no record has.
    init(_ survey: AttributeSurvey, known: AttributeKinds? = nil, rules: [RankingRule] = []) {
        (self.survey, self.known) = (survey, known ?? survey.kinds)
        let all = survey.attributes.map { AttributeTraits($0.name, $0.seen, of: survey.sampleCount) }
        traits = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        let kept = rules.filter { [known = self.known] rule in known[rule.attribute] != nil }
        let found = all.compactMap(\.ranking).sorted { $0.place < $1.place }.prefix(Self.maxRules).map(\.rule)
        ranking = kept.isEmpty ? found : kept
    }

    /// The entries of a setting; what is searched are names, then short texts, then long ones.
    func entries(_ use: AttributeUse) -> [String] {
        let fit = survey.names(for: use).compactMap { traits[$0] }.filter { objection(to: $0, use) == nil }
        guard use == .searched else { return fit.map(\.name) }
        func entries(isLong: Bool) -> [String] {
            fit.filter { $0.isLong == isLong }.map { attribute in
                let entry = SearchableAttribute.entry(for: attribute.name)
                return attribute.isLong || attribute.seen.isList ? "unordered(\(entry))" : entry
            }
        }
        return entries(isLong: false) + entries(isLong: true)
    }

    private func objection(to attribute: AttributeTraits, _ use: AttributeUse) -> String? {
        if let objection = attribute.objection(to: use) { return objection }
        let isRanked = use == .counted && ranking.contains { $0.attribute == attribute.name }
        return isRanked ? "a number that the ranking uses" : nil
    }

    func reason(_ name: String, _ use: AttributeUse) -> String {
        guard traits[name] != nil || known[name] != nil else { return "no record has it" }
        guard let attribute = traits[name], attribute.seen.suits(use) else {
            return switch use {
            case .searched: "nothing in it is text to be searched"
            case .counted: "too many values to choose from"
            case .compared: "no numbers"
            }
        }
        if let objection = objection(to: attribute, use) { return objection }
        return switch use {
        case .searched where attribute.isLong: "long texts, in which the position of a word does not matter"
        case .searched where attribute.seen.isList: "lists, in which the position of a word does not matter"
        case .searched: "texts"
        case .counted: "few values, or such as come back"
        case .compared: "numbers"
        }
    }

    func rankingReason(_ name: String) -> String {
        if ranking.contains(where: { $0.attribute == name }) { return "by its name it measures popularity" }
        return traits[name] != nil || known[name] != nil ? "no record has numbers of it" : "no record has it"
    }

    /// The attribute that records are grouped by; `nil` where none looks like it, or not all records were seen.
    var group: String? {
        survey.isWhole ? survey.attributes.first { traits[$0.name]?.isGroup ?? false }?.name : nil
    }
}

extension AttributeSurvey {
    /// The settings that are proposed for the records seen, with nothing left to be inferred.
    package var proposedSettings: IndexSettings {
        let proposer = SettingsProposer(self)
        var settings = IndexSettings(
            searchableAttributes: proposer.entries(.searched),
            attributesForFaceting: proposer.entries(.counted),
            numericAttributes: proposer.entries(.compared),
            customRanking: proposer.ranking
        )
        if let group = proposer.group {
            (settings.relevance.attributeForDistinct, settings.relevance.distinct) = (group, 1)
        }
        return settings
    }
}
