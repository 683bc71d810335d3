// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Settings that would suit the records of an index better than those in force, with reasons.
public struct SettingsProposal: Sendable, Hashable {
    /// A setting that would be another.
    public struct Change: Sendable, Hashable {
        public let setting: String
        /// Its entries now, and as they are proposed.
        public let before: [String]
        public let after: [String]
        /// Why, an entry for each attribute that is concerned.
        public let reasons: [String]
    }

    /// The name of the index.
    public let name: String
    /// The settings that would be others; none where all is well.
    public private(set) var changes: [Change] = []

    /// The proposed settings alone, as `IndexSettings` reads them.
    public var json: JSON {
        var object = JSONObject()
        for change in changes {
            let isGroup = change.setting == RelevanceSetting.attributeForDistinct.rawValue
            object[change.setting] = isGroup ? JSON(change.after.first) : JSON(change.after)
            if isGroup { object[RelevanceSetting.distinct.rawValue] = 1 }
        }
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
            return SettingsProposal(survey: try AttributeSurvey(of: snapshot), manifest: snapshot.manifest, name: name)
        }
    }
}

extension SettingsProposal {
    init(survey: AttributeSurvey, manifest: Manifest, name: String) {
        self.name = name
        guard survey.sampleCount > 0 else { return }
        let settings = manifest.settings
        let rules = settings.customRanking ?? []
        let proposer = SettingsProposer(survey, known: manifest.attributes, rules: rules)
        for (use, before) in [
            (AttributeUse.searched, settings.searchableAttributes), (.counted, settings.attributesForFaceting),
            (.compared, settings.numericAttributes),
        ] {
            propose(use.rawValue, before ?? [], proposer.entries(use)) { proposer.reason($0, use) }
        }
        propose("customRanking", rules.map(\.text), proposer.ranking.map(\.text), proposer.rankingReason)
        if settings.relevance.attributeForDistinct == nil, let group = proposer.group {
            propose(RelevanceSetting.attributeForDistinct.rawValue, [], [group]) { _ in
                "several records each have the same, as variants do; `distinct` 1 shows one of each"
            }
        }
    }

    private mutating func propose(
        _ setting: String,
        _ before: [String],
        _ after: [String],
        _ reason: (String) -> String
    ) {
        guard after != before else { return }
        let concerned = Set(before).symmetricDifference(after).map(Self.attribute)
        var seen: Set<String> = []
        let names = (after + before).map(Self.attribute).filter { concerned.contains($0) && seen.insert($0).inserted }
        let order = "the order: names, then short texts, then long ones"
        let reasons = names.isEmpty ? [order] : names.map { "\($0): \(reason($0))" }
        changes.append(Change(setting: setting, before: before, after: after, reasons: reasons))
    }

    /// The attribute of an entry such as `unordered(text)` or `desc(price)`.
    private static func attribute(_ entry: String) -> String {
        guard entry.hasSuffix(")"), let open = entry.firstIndex(of: "(") else { return entry.unquoted ?? entry }
        let inner = String(entry[entry.index(after: open)...].dropLast())
        return inner.unquoted ?? inner
    }
}
