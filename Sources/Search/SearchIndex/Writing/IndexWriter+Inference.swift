// SPDX-License-Identifier: MIT

import Wire

/// Settings that are left out are inferred from all records on an import, and when other settings are given.
///
/// Other changes read only the records that they bring, for attributes that are new: see `VersionChange`.
extension IndexWriter {
    /// The version with the settings that suit all of its records.
    func inferred(_ manifest: Manifest) throws -> Manifest {
        let records = try Rebuild(folder: folder, manifest: manifest)
        var next = manifest
        if manifest.given.isComplete {
            next.settings = manifest.given.completed(by: IndexSettings(customRanking: []))
        } else {
            let survey = try records.survey()
            (next.settings, next.attributes) = (manifest.given.completed(by: survey.settings), survey.kinds)
        }
        let isSame = IndexingPlan(next.settings) == IndexingPlan(manifest.settings)
        return isSame ? next : try records.rebuilt(next)
    }
}

extension Manifest {
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
