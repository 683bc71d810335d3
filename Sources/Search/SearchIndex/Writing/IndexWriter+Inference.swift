// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Settings that are left out are inferred from the records.
///
/// A change of a small index reads all records again where its records have new attributes, or twice as many are there as when settings
/// were inferred last. A change of a larger one reads only what it changes: new attributes are told from that, see `VersionChange`, and
/// all records are read again beside further changes, see `MergeQueue`.
extension IndexWriter {
    /// The version with the settings that suit its records.
    ///
    /// - Parameters:
    ///   - manifest: The version.
    ///   - previous: The one before.
    ///   - isForced: Whether all records are read in any case, since other settings were given.
    /// - Returns: The version, whose segments are others where those settings keep other things of records.
    /// - Throws: `SearchBusError`.
    func reinferred(
        _ manifest: Manifest,
        after previous: Manifest,
        isForced: Bool = false
    ) throws -> Manifest {
        let hasNew = manifest.attributes.all.contains { previous.attributes[$0.name] == nil }
        let isDue = !manifest.given.isComplete && (hasNew || manifest.hasOutgrownInference)
        guard isForced || isDue else { return manifest }
        guard isForced || Compaction.isQuick(manifest.parts[...]) else { return manifest }
        let records = try Rebuild(folder: folder, manifest: manifest)
        var next = manifest
        next.settings = manifest.given.completed(by: IndexSettings(customRanking: []))
        if !manifest.given.isComplete { next.take(try records.inferred(), recordCount: manifest.recordCount) }
        let isSame = IndexingPlan(next.settings) == IndexingPlan(manifest.settings)
        return isSame ? next : try records.rebuilt(next)
    }

    /// Makes a version with the settings that were inferred from all records of an earlier one.
    ///
    /// Nothing is made where other settings were given since, or the index is another one.
    func take(_ inference: SettingsInference, of earlier: Manifest) throws {
        guard let now = try folder.manifest(), now.epoch == earlier.epoch, now.given == earlier.given else { return }
        _ = try publish { version in
            var next = version
            next.take(inference, recordCount: earlier.recordCount)
            // What records have brought since is not among what was inferred.
            next.attributes = next.attributes.union(version.attributes)
            next = next.extended(by: version.settings) { earlier.attributes[$0] == nil }
            guard next.settings != version.settings else { return next }
            next.generation += 1
            let isSame = IndexingPlan(next.settings) == IndexingPlan(version.settings)
            return isSame ? next : try Rebuild(folder: folder, manifest: version).rebuilt(next)
        }
    }
}

extension Manifest {
    /// Whether the index has grown so much since settings were inferred that others may suit it now.
    var hasOutgrownInference: Bool { recordCount >= max(1, inferredRecords * 2) }

    /// Whether settings are to be inferred from all records beside changes.
    var needsInference: Bool { !given.isComplete && hasOutgrownInference && !Compaction.isQuick(parts[...]) }

    /// Takes the settings and attributes that were inferred from all of so many records.
    fileprivate mutating func take(_ inference: SettingsInference, recordCount: Int) {
        settings = given.completed(by: inference.settings)
        attributes = inference.attributes
        inferredRecords = recordCount
    }

    /// The version with what other settings say of new attributes, behind what it has.
    ///
    /// Segments need not be written again for that: no record in them has the attributes. Where settings that are kept would mean
    /// something else thereby, the version stays as it is.
    ///
    /// - Parameters:
    ///   - other: Settings in which nothing is left out.
    ///   - isNew: Whether no earlier record has an attribute.
    /// - Returns: The version with its settings.
    func extended(by other: IndexSettings, where isNew: (String) -> Bool) -> Manifest {
        var next = self
        func extend(_ list: WritableKeyPath<IndexSettings, [String]?>, name: (String) -> String = { $0 }) {
            let known = settings[keyPath: list] ?? []
            let new = (other[keyPath: list] ?? []).filter { isNew(name($0)) && !known.contains($0) }
            next.settings[keyPath: list] = known + new
        }
        if given.searchableAttributes == nil {
            extend(\.searchableAttributes) { SearchableAttribute.list([$0]).first?.name ?? $0 }
            if given.attributesToHighlight == nil { extend(\.attributesToHighlight) }
        }
        if given.attributesForFaceting == nil { extend(\.attributesForFaceting) }
        if given.numericAttributes == nil { extend(\.numericAttributes) }
        return IndexingPlan(next.settings).extends(IndexingPlan(settings)) ? next : self
    }
}
