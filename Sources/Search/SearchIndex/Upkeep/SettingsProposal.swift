// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Settings that would suit the records of an index better than those in force, with reasons.
public struct SettingsProposal: Sendable, Hashable {
    /// A setting that would be another.
    public struct Change: Sendable, Hashable {
        /// What the setting is called.
        public let setting: String
        /// Its entries now, and as they are proposed.
        public let before: [String]
        public let after: [String]
        /// Why, an entry for each attribute that is concerned.
        public let reasons: [String]
    }

    /// What the index is called.
    public let name: String
    /// The settings that would be others; none where all is well.
    public let changes: [Change]

    /// The proposed settings alone, as `IndexSettings` reads them.
    public var json: JSON {
        var object = JSONObject()
        for change in changes {
            object[change.setting] =
                change.setting == "attributeForDistinct" ? JSON(change.after.first) : JSON(change.after)
        }
        if changes.contains(where: { $0.setting == "attributeForDistinct" }) { object["distinct"] = 1 }
        return .object(object)
    }
}

extension IndexDirectory {
    /// Proposes settings for an index by what its records are like; up to 20,000 of them are read.
    ///
    /// - Throws: `SearchBusError`, `.unknownIndex` among them.
    public func proposeSettings(for name: String) throws -> SettingsProposal {
        try check(name)
        return try StorageFailure.translating(name) {
            let snapshot = try IndexSnapshot(folder: folder(of: name))
            return try SettingsProposal(survey: AttributeSurvey(of: snapshot), manifest: snapshot.manifest, name: name)
        }
    }
}

extension SettingsProposal {
    init(survey: AttributeSurvey, manifest: Manifest, name: String) throws {
        self.name = name
        let traits = survey.attributes.map { AttributeTraits($0.name, $0.seen, of: survey.sampleCount) }
        var advice = SettingsAdvice(traits: traits, inferred: survey.settings, manifest.attributes)
        let settings = manifest.settings
        var changes: [Change] = []
        guard survey.sampleCount > 0 else {
            self.changes = []
            return
        }
        func propose(_ setting: String, _ before: [String]?, _ after: (entries: [String], reasons: [String: String])) {
            let before = before ?? []
            guard after.entries != before else { return }
            let concerned = Set(before).symmetricDifference(after.entries).map(SettingsAdvice.bare)
            let names = (after.entries + before).map(SettingsAdvice.bare).filter(concerned.contains)
            var told: Set<String> = []
            let reasons = names.filter { told.insert($0).inserted }.map { name in
                "\(name): \(after.reasons[name] ?? advice.plainReason(name, setting))"
            }
            let order = "the order: names, then short texts, then long ones"
            changes.append(
                Change(
                    setting: setting,
                    before: before,
                    after: after.entries,
                    reasons: reasons.isEmpty ? [order] : reasons
                )
            )
        }
        propose("searchableAttributes", settings.searchableAttributes, advice.searchable())
        let ranking = advice.ranking(settings.customRanking ?? [])
        propose("attributesForFaceting", settings.attributesForFaceting, advice.facets())
        propose("numericAttributes", settings.numericAttributes, advice.numeric())
        propose("customRanking", settings.customRanking?.map(\.text), ranking)
        if settings.relevance.attributeForDistinct == nil, survey.isWhole, let group = advice.group() {
            propose("attributeForDistinct", nil, group)
        }
        self.changes = changes
    }
}
