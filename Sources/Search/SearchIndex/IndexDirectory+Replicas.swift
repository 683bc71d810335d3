// SPDX-License-Identifier: MIT

import SearchModel

extension IndexDirectory {
    /// The index that has a replica of this name; `nil` where none has.
    public func index(ofReplica name: String) -> String? { primary(ofReplica: name)?.name }

    /// The folder of the index that has a replica of this name, the first one by name; `nil` where none has.
    func primary(ofReplica name: String) -> IndexFolder? { replicas.primary(ofReplica: name, in: self) }
}

extension RelevanceSettings {
    func replica(_ name: String) -> Replica? { replicas.first { $0.name == name } }
}

extension RankingRule {
    /// The rule as requests say it.
    var sortKey: SortKey { SortKey(attribute, isDescending: direction == .descending) }
}
