// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import SearchIndex
import SearchModel
import Wire

/// Applies writes to the indexes of a directory, each once.
///
/// Neighbouring writes to one index make one new version of it, which keeps the place of the last of them: so a write that
/// is met again after a crash is known.
struct IndexTarget {
    let directory: IndexDirectory

    /// A write as it came.
    struct Write {
        let index: String
        let stamp: IndexStamp
        let operations: [AlgoliaWrite]

        /// Whether it replaces another index by this one or its copy.
        var isTransfer: Bool { operations.first.map { !$0.concernsOneIndex } ?? false }
    }

    /// What came of writes to one index.
    struct Change {
        let index: String
        let generation: Int
        let records: Int
    }

    /// An index has lost writes that it held: a version that began before them has taken its place.
    struct WentBack: Error {}

    /// Applies writes to one index, in order.
    ///
    /// - Parameters:
    ///   - writes: The writes.
    ///   - index: The index.
    ///   - reached: Up to which write indexes are known to have held all of them.
    /// - Returns: The indexes that are another now.
    /// - Throws: `SearchBusError`; the index is then as after the last write that was applied. `WentBack`; nothing is applied.
    func apply(_ writes: [Write], to index: String, reached: [String: IndexStamp] = [:]) throws -> [Change] {
        if !directory.exists(index), let primary = directory.index(ofReplica: index) {
            return try apply(writes, toReplica: index, of: primary, reached)
        }
        let writer = try IndexWriter(directory: directory, name: index)
        let known = try writer.stamp()
        try check(known, reached[index])
        // The target index shows whether a copy was made.
        let fresh = writes.filter { write in write.isTransfer || !(known.map { $0.covers(write.stamp) } ?? false) }
        guard let last = fresh.last else { return [try current(index)] }
        if last.operations.contains(where: { !$0.concernsOneIndex }), let operation = last.operations.first {
            return try transfer(operation, from: index, writer, stamp: last.stamp)
        }
        var changes: [IndexEdit] = []
        var removal: IndexSummary?
        var isDeleted = false
        for write in fresh {
            for operation in write.operations {
                if case .deleteIndex = operation {
                    (changes, isDeleted) = ([], true)
                    continue
                }
                if case .deleteMatching(let parameters) = operation {
                    guard directory.exists(index) || !changes.isEmpty, !isDeleted else { continue }
                    // The filters look at the index as the writes before have left it.
                    let before = stamp(before: write.stamp)
                    if !changes.isEmpty { try writer.apply(changes, stamp: before) }
                    changes = []
                    let search = try search(parameters, of: index)
                    let isWhole = write.operations.count == 1
                    removal = try writer.delete(
                        matching: search.baseFilters,
                        ignoresCase: search.ignoresCase,
                        stamp: isWhole ? write.stamp : before
                    ).summary
                    continue
                }
                if isDeleted, !changes.isEmpty || directory.exists(index) {
                    try remove(index)
                }
                isDeleted = false
                changes += try change(operation, writer, changes)
            }
        }
        if isDeleted {
            try remove(index)
            return [Change(index: index, generation: 0, records: 0)]
        }
        if let removal, changes.isEmpty, try writer.stamp()?.covers(last.stamp) == true {
            return [Change(index: index, generation: removal.generation, records: removal.recordCount)]
        }
        let summary = try writer.apply(changes, stamp: last.stamp)
        return [Change(index: index, generation: summary.generation, records: summary.recordCount)]
    }

    /// Changes the settings of a replica, which the index keeps that has it.
    private func apply(
        _ writes: [Write],
        toReplica name: String,
        of primary: String,
        _ reached: [String: IndexStamp]
    ) throws -> [Change] {
        let writer = try IndexWriter(directory: directory, name: primary)
        let known = try writer.stamp()
        try check(known, reached[primary])
        let fresh = writes.filter { write in !(known.map { $0.covers(write.stamp) } ?? false) }
        guard let last = fresh.last else { return [try current(primary)] }
        var changes: [IndexEdit] = []
        for operation in fresh.flatMap(\.operations) {
            guard case .settings(let settings) = operation else {
                throw SearchBusError(
                    .invalidArgument,
                    "`\(name)` is a replica of `\(primary)`: it has the records and synonyms of that index.",
                    remedy: "Write to `\(primary)`, or leave `\(name)` out of its setting `replicas` first."
                )
            }
            changes = [try edit(writer, changes) { $0.replicas.change(name, by: settings) }]
        }
        let summary = try writer.apply(changes, stamp: last.stamp)
        return [Change(index: primary, generation: summary.generation, records: summary.recordCount)]
    }

    /// Checks whether an index still has everything that it had; needs the lock of the index.
    private func check(_ known: IndexStamp?, _ reached: IndexStamp?) throws {
        guard let known, let reached, known.epoch == reached.epoch else { return }
        if known.sequence < reached.sequence { throw WentBack() }
    }

    private func current(_ index: String) throws -> Change {
        guard directory.exists(index) else { return Change(index: index, generation: 0, records: 0) }
        let summary = try directory.summary(of: index)
        return Change(index: index, generation: summary.generation, records: summary.recordCount)
    }

    /// The place before a write: it is not applied as a whole yet.
    private func stamp(before stamp: IndexStamp) -> IndexStamp {
        IndexStamp(epoch: stamp.epoch, sequence: stamp.sequence > 0 ? stamp.sequence - 1 : 0)
    }

    private func remove(_ index: String) throws {
        guard directory.exists(index) else { return }
        try directory.remove(index)
    }

    private func change(
        _ operation: AlgoliaWrite,
        _ writer: IndexWriter,
        _ earlier: [IndexEdit]
    ) throws -> [IndexEdit] {
        switch operation {
        case .put(let record): return [.put(try Record(.object(record)))]
        case .update(let objectID, let attributes, let creates):
            return [.update(objectID: objectID, attributes, creates: creates)]
        case .delete(let objectID): return [.delete(objectID: objectID)]
        case .clear: return [.clear]
        case .settings(let settings):
            return [try edit(writer, earlier) { $0.change(by: settings) }]
        case .synonyms(let synonyms, let replacesAll):
            return [try edit(writer, earlier) { try $0.synonyms.put(synonyms, replacesAll: replacesAll) }]
        case .deleteSynonym(let objectID): return [try edit(writer, earlier) { $0.synonyms.remove(objectID) }]
        case .deleteMatching, .deleteIndex, .copy, .move: return []
        }
    }

    /// A change of what clients have made of the index beside its records, after the changes before it.
    private func edit(
        _ writer: IndexWriter,
        _ earlier: [IndexEdit],
        _ change: (inout AlgoliaIndexSettings) throws -> Void
    ) throws -> IndexEdit {
        let known = try writer.givenSettings()
        let pending = earlier.compactMap { edit -> (given: JSON, extra: JSON)? in
            if case .settings(let settings, let extra) = edit { (settings.json, extra) } else { nil }
        }.last
        let before = pending ?? (known.settings.json, known.extra)
        var index = AlgoliaIndexSettings(given: before.given, extra: before.extra)
        try change(&index)
        return .settings(try IndexSettings(json: try index.engineForm()), extra: index.kept(in: before.extra))
    }

    /// The search that parameters ask for, of which the filters matter.
    private func search(_ parameters: JSONObject, of index: String) throws -> SearchRequest {
        try AlgoliaQuery(AlgoliaQuestion(.hits, index: index, parameters: parameters)).request
    }

    // MARK: Two indexes

    /// Copies an index, or gives it another name.
    private func transfer(
        _ operation: AlgoliaWrite,
        from source: String,
        _ writer: IndexWriter,
        stamp: IndexStamp
    ) throws -> [Change] {
        switch operation {
        case .copy(let destination, let scope):
            let target = try IndexWriter(directory: directory, name: destination)
            guard try target.stamp()?.covers(stamp) != true, operation.arrival != nil else {
                return [try current(destination)]
            }
            try checkSource(writer, of: operation, stamp)
            guard scope.isEmpty else {
                let given = try writer.givenSettings()
                let copied = AlgoliaIndexSettings(given: given.settings.json, extra: given.extra)
                let change = try edit(target, []) { index in
                    if scope.contains("settings") { index.takeSettings(of: copied) }
                    if scope.contains("synonyms") { index.synonyms = copied.synonyms }
                }
                try target.apply([change], stamp: stamp)
                return [try current(destination)]
            }
            try replace(target, withCopyOf: source, stamp: stamp)
            return [try current(destination)]
        case .move(let destination):
            let target = try IndexWriter(directory: directory, name: destination)
            if try target.stamp()?.covers(stamp) != true {
                try checkSource(writer, of: operation, stamp)
                try replace(target, withCopyOf: source, stamp: stamp)
            } else if try writer.stamp()?.covers(stamp) == true {
                // It was recreated after its deletion.
                return [try current(destination), try current(source)]
            }
            try remove(source)
            return [try current(destination), try current(source)]
        default: return []
        }
    }

    /// Refuses to copy what came into the source after the copy was asked for.
    private func checkSource(_ writer: IndexWriter, of operation: AlgoliaWrite, _ stamp: IndexStamp) throws {
        guard let known = try writer.stamp(), known.covers(stamp) else { return }
        throw SearchBusError(lateSource: writer.name, of: operation, at: stamp.sequence)
    }

    /// Replaces an index by a copy of another one; it keeps its replicas: their names are unique.
    private func replace(_ target: IndexWriter, withCopyOf source: String, stamp: IndexStamp) throws {
        let before = try target.givenSettings()
        let own = AlgoliaIndexSettings(given: before.settings.json, extra: before.extra)
        try target.replace(withCopyOf: source, stamp: stamp) { given, extra in
            var index = AlgoliaIndexSettings(given: given.json, extra: extra)
            let copied = index
            index.takeReplicas(of: own)
            guard index != copied else { return (given, extra) }
            return (try IndexSettings(json: try index.engineForm()), index.kept(in: extra))
        }
    }
}

extension SearchBusError {
    /// A copy of an index's state at a sequence number, which is no longer available.
    init(lateSource source: String, of operation: AlgoliaWrite, at place: UInt64) {
        let destination = operation.arrival?.destination ?? "?"
        self.init(
            .unknownIndex,
            "Index `\(source)` has changed or was deleted since write \(place), which replaces `\(destination)` by it."
                + " `\(destination)` is unchanged.",
            remedy: "Copy `\(source)` to `\(destination)` again, or import `\(destination)`."
        )
    }
}

extension IndexStamp {
    /// Whether a version with this stamp holds a write already.
    func covers(_ other: IndexStamp) -> Bool { epoch == other.epoch && sequence >= other.sequence }
}
