// SPDX-License-Identifier: MIT

import Wire

/// What came of giving an index other settings.
public struct SettingsChange: Sendable, Hashable {
    /// What was rebuilt from an index's records.
    public enum Rebuilt: String, Sendable, Hashable, CaseIterable {
        /// The words that are searched.
        case words
        /// The values that are counted, compared or grouped by.
        case values
        /// The order of the records.
        case order
    }

    /// The index as it is now.
    public let summary: IndexSummary
    /// Whether there is a new version.
    public let isChanged: Bool
    /// What was rebuilt; nothing if only searches change from now on.
    public let rebuilt: [Rebuilt]
}

extension IndexWriter {
    /// Gives the index other settings; what they leave out is inferred.
    ///
    /// Records are read again only if the settings require it. Searches continue meanwhile as before.
    ///
    /// - Parameters:
    ///   - settings: All settings that are given; those of before do not count.
    ///   - extra: What the index keeps for others from now on; `nil` keeps what it has.
    /// - Returns: What came of it.
    /// - Throws: `SearchBusError`, `.unknownIndex` among them; the index is then unchanged.
    @discardableResult
    public func change(settings: IndexSettings, extra: JSON? = nil) throws -> SettingsChange {
        guard let before = try folder.manifest() else { throw folder.unknown }
        guard before.given != settings || extra != nil && extra != before.extra else {
            return SettingsChange(summary: try directory.summary(of: name), isChanged: false, rebuilt: [])
        }
        var rebuilt: [SettingsChange.Rebuilt] = []
        let summary = try publish { manifest in
            let next = try changed(manifest, to: settings, extra: extra)
            rebuilt = SettingsChange.differences(IndexingPlan(manifest.settings), IndexingPlan(next.settings))
            return next
        }
        return SettingsChange(summary: summary, isChanged: true, rebuilt: rebuilt)
    }

    /// The version after another one with other settings.
    func changed(_ manifest: Manifest, to settings: IndexSettings, extra: JSON?) throws -> Manifest {
        var next = manifest
        (next.given, next.extra, next.generation) = (settings, extra ?? manifest.extra, manifest.generation + 1)
        let inferred: [KeyPath<IndexSettings, [String]?>] = [
            \.searchableAttributes, \.attributesForFaceting, \.numericAttributes,
        ]
        guard inferred.allSatisfy({ settings[keyPath: $0] != nil || manifest.given[keyPath: $0] == nil }) else {
            return try self.inferred(next)
        }
        // What was inferred before is still so: the records are the same.
        var known = manifest.settings
        (known.customRanking, known.attributesToHighlight) = ([], known.searchedAttributes.map(\.name))
        next.settings = settings.completed(by: known)
        guard IndexingPlan(next.settings) != IndexingPlan(manifest.settings) else { return next }
        return try Rebuild(folder: folder, manifest: next).rebuilt(next)
    }
}

extension SettingsChange {
    /// What differs between what an index keeps of its records by two plans.
    static func differences(_ old: IndexingPlan, _ new: IndexingPlan) -> [Rebuilt] {
        func rules(_ plan: IndexingPlan) -> [RankingRule] {
            plan.rules.map { RankingRule(plan.columns[$0.column].name, $0.isDescending ? .descending : .ascending) }
        }
        var rebuilt: [Rebuilt] = []
        if old.searched != new.searched || old.unorderedRanks != new.unorderedRanks || old.separators != new.separators
        {
            rebuilt.append(.words)
        }
        if Set(old.columns) != Set(new.columns) { rebuilt.append(.values) }
        if rules(old) != rules(new) { rebuilt.append(.order) }
        return rebuilt
    }
}
