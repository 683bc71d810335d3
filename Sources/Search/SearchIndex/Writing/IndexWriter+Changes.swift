// SPDX-License-Identifier: MIT

import Foundation
import Wire

extension IndexWriter {
    /// Makes a list of changes, in order and as a whole, and notes which write they come from.
    ///
    /// What new settings leave out is inferred from all records. An index that is not there comes to be.
    ///
    /// - Parameters:
    ///   - changes: What to change.
    ///   - stamp: The write that the changes come from; kept with the index, in the same version of it.
    /// - Returns: What there is to know about the new version.
    /// - Throws: `SearchBusError`; the index is then unchanged.
    @discardableResult
    public func apply(_ changes: [IndexEdit], stamp: IndexStamp) throws -> IndexSummary {
        try publish { manifest in
            let isThere = !manifest.epoch.isEmpty
            let parts = isThere ? try IndexSnapshot.open(manifest, folder, nil) : []
            let version = VersionChange(folder: folder, parts: parts, manifest: manifest)
            var hasNewSettings = !isThere
            for change in changes {
                switch change {
                case .put(let record): try version.put(record)
                case .update(let objectID, let attributes, let creates):
                    let update = RecordUpdate(attributes)
                    guard let text = try version.text(of: objectID) else {
                        guard creates else { continue }
                        let empty = JSONObject([(Record.identifierAttribute, .string(objectID))])
                        try version.put(update.applied(to: JSON.object(empty).bytes))
                        continue
                    }
                    try version.put(update.applied(to: text))
                case .delete(let objectID): version.delete(objectID)
                case .clear: version.clear()
                case .settings(let settings, let extra):
                    version.set(settings: version.manifest.settings, given: settings)
                    version.note(extra: extra)
                    hasNewSettings = true
                }
            }
            version.note(stamp: stamp)
            let next = try version.finish(merging: merges.inputs(folder))
            return hasNewSettings ? try inferred(next) : next
        }
    }

    /// Replaces this index by a copy of another one.
    ///
    /// - Parameters:
    ///   - source: The other index.
    ///   - stamp: The write that the change comes from.
    ///   - settings: Makes, of what the other index was given and keeps for others, what this one is to have.
    /// - Returns: What there is to know about the new version.
    /// - Throws: `SearchBusError.unknownIndex` where there is no such index; this one is then unchanged.
    @discardableResult
    public func replace(
        withCopyOf source: String,
        stamp: IndexStamp,
        settings: (_ given: IndexSettings, _ extra: JSON) throws -> (IndexSettings, JSON) = { ($0, $1) }
    ) throws -> IndexSummary {
        guard directory.exists(source) else { throw IndexDirectory.unknown(source) }
        let other = directory.folder(of: source)
        return try publish(isReplacing: true) { manifest in
            var copy = try copied(from: other, over: manifest, isLinking: true)
            (copy.stamp, copy.isImport) = (stamp, false)
            let (given, extra) = try settings(copy.given, copy.extra)
            return given == copy.given && extra == copy.extra ? copy : try changed(copy, to: given, extra: extra)
        }
    }

    /// The write that the index was changed by last; `nil` for one that no write has changed.
    public func stamp() throws -> IndexStamp? { try folder.manifest()?.stamp }

    /// The settings as given by the user, and what the index keeps for others.
    public func givenSettings() throws -> (settings: IndexSettings, extra: JSON) {
        guard let manifest = try folder.manifest() else { return (IndexSettings(), .object(JSONObject())) }
        return (manifest.given, manifest.extra)
    }
}
