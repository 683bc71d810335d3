// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import SearchModel

extension IndexDirectory {
    /// In how many indexes a replica is looked for, the first ones by name.
    private static let mostPrimaries = 1_000

    /// The index that has a replica of this name; `nil` where none has.
    public func index(ofReplica name: String) -> String? { primary(ofReplica: name)?.name }

    /// The folder of the index that has a replica of this name, the first one by name; `nil` where none has.
    ///
    /// Indexes whose manifest cannot be read have none.
    func primary(ofReplica name: String) -> IndexFolder? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter(IndexDirectory.isValid).sorted().prefix(IndexDirectory.mostPrimaries).lazy
            .map { folder(of: $0) }
            .first { folder in (try? folder.manifest())?.settings.relevance.replica(name) != nil }
    }
}

extension RelevanceSettings {
    /// The replica of a name; `nil` where there is none.
    func replica(_ name: String) -> Replica? { replicas.first { $0.name == name } }
}

extension RankingRule {
    /// The rule as requests say it.
    var sortKey: SortKey { SortKey(attribute, isDescending: direction == .descending) }
}
