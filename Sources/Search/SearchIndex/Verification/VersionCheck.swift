// SPDX-License-Identifier: MIT

import Wire

/// Reads the files of one version of an index, and notes what is wrong with them.
///
/// All files are opened at first, so that a change of the index meanwhile takes none of them away. It belongs to one thread.
final class VersionCheck {
    /// A segment's file with the others that belong to it.
    private struct Opened {
        let part: Manifest.Part
        let file: SegmentFile?
        let segment: Segment?
        var deleted: RowSet?
    }

    private let folder: IndexFolder
    private let manifest: Manifest
    private let onProgress: (IndexVerification.Progress) -> Void
    private var progress = IndexVerification.Progress()
    private var result: IndexVerification
    private var opened: [Opened] = []
    private var dictionaries: [String: RecordCompression] = [:]

    /// Checks the version in use.
    static func run(
        _ folder: IndexFolder,
        readsRecords: Bool,
        onProgress: (IndexVerification.Progress) -> Void = { _ in }
    ) throws -> IndexVerification {
        try withoutActuallyEscaping(onProgress) { onProgress in
            var attempts = 0
            while true {
                let identity = folder.identity
                let manifest: Manifest
                do {
                    guard let found = try folder.manifest() else { throw folder.unknown }
                    manifest = found
                } catch let error as SearchBusError where error.code == .indexCorrupt {
                    var result = IndexVerification(name: folder.name)
                    result.note(Manifest.fileName, nil, "it has another format, or was changed or damaged")
                    return result
                }
                let check = VersionCheck(folder, manifest, onProgress)
                try check.open()
                attempts += 1
                // A change may have taken files away before they were open.
                if !check.result.isSound, attempts < 5, folder.identity != identity { continue }
                check.readFiles()
                if readsRecords, check.result.isSound { check.readRecords() }
                return check.result
            }
        }
    }

    private init(
        _ folder: IndexFolder,
        _ manifest: Manifest,
        _ onProgress: @escaping (IndexVerification.Progress) -> Void
    ) {
        (self.folder, self.manifest, self.onProgress) = (folder, manifest, onProgress)
        result = IndexVerification(name: folder.name)
        result.generation = manifest.generation
        result.recordCount = manifest.recordCount
        result.fileCount = manifest.files.count
        result.byteCount = manifest.files.reduce(0) { $0 + (FileIdentity(path: folder.file($1))?.size ?? 0) }
    }

    // MARK: - Opening

    private func open() throws {
        if let name = manifest.dictionary { try openDictionary(name, of: Manifest.fileName) }
        for part in manifest.parts {
            var opened = Opened(part: part, file: nil, segment: nil)
            if let file = try attempt(
                part.file,
                { try SegmentFile(part.file, in: folder) }
            ) {
                let segment = try attempt(part.file) {
                    try Segment(part.file, in: folder)
                }
                opened = Opened(part: part, file: file, segment: segment)
                progress.totalBytes += file.byteCount + file.bytes("records.data").count
                check(part, file, segment)
                if let dictionary = segment?.dictionary { try openDictionary(dictionary, of: part.file) }
            }
            if let name = part.deletions, let bytes = try attempt(name, { try folder.read(name) }) {
                opened.deleted = DeletedRows.rows(bytes, rowCount: part.rows)
                if opened.deleted == nil { result.note(name, nil, "it was changed or damaged") }
            }
            if part.deleted != opened.deleted?.count ?? 0, result.isSound {
                result.note(part.deletions ?? part.file, nil, "its deletions differ from those of \(Manifest.fileName)")
            }
            self.opened.append(opened)
        }
    }

    private func check(_ part: Manifest.Part, _ file: SegmentFile, _ segment: Segment?) {
        if file.byteCount != part.bytes {
            result.note(part.file, nil, "it has \(file.byteCount) bytes and not \(part.bytes)")
        }
        if let segment, segment.rowCount != part.rows {
            result.note(part.file, nil, "it has \(segment.rowCount) rows and not \(part.rows)")
        }
    }

    private func openDictionary(_ name: String, of file: String) throws {
        guard dictionaries[name] == nil else { return }
        guard Manifest.isFileName(name) else {
            result.note(file, "meta", "the dictionary's name is invalid")
            return
        }
        guard let bytes = try attempt(name, { try DictionaryFile.read(name, folder) }) else { return }
        dictionaries[name] = RecordCompression(dictionary: bytes)
    }

    /// Opens a file; one that is damaged is a problem, and one that cannot be read an error.
    private func attempt<Value>(_ file: String, _ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch let error as SearchBusError where error.code == .indexCorrupt {
            let isMissing = FileIdentity(path: folder.file(file)) == nil
            result.note(file, nil, isMissing ? "it is missing" : VersionCheck.words(of: error))
            return nil
        }
    }

    /// What an error says, without the name of the index and the full stop.
    private static func words(of error: SearchBusError) -> String {
        let words = error.message.split(separator: "` is damaged: ", maxSplits: 1).last ?? ""
        return String(words.hasSuffix(".") ? words.dropLast() : words)
    }

    // MARK: - Reading

    private func advance(bytes: Int, records: Int = 0) {
        progress.bytes += bytes
        progress.records += records
        onProgress(progress)
    }

    private func readFiles() {
        for opened in opened {
            guard let file = opened.file else { continue }
            for problem in SectionCheck(file).problems(onBytes: { advance(bytes: $0) }) {
                result.note(opened.part.file, problem.section, problem.message)
            }
        }
    }

    private func readRecords() {
        for (number, opened) in opened.enumerated() {
            guard let segment = opened.segment else { continue }
            let compression = dictionaries[segment.dictionary ?? ""] ?? RecordCompression(dictionary: [])
            let check = SegmentCheck(segment: segment, compression: compression)
            for problem in check.problems(onRecords: { advance(bytes: $1, records: $0) }) {
                result.note(opened.part.file, problem.section, problem.message)
            }
            checkIdentifiers(ofSegment: number, segment)
            segment.file.releasePages()
        }
    }

    /// A record must be in one segment only.
    private func checkIdentifiers(ofSegment number: Int, _ segment: Segment) {
        for row in 0..<(number == 0 ? 0 : segment.rowCount) where !(opened[number].deleted?.contains(row) ?? false) {
            let identifier = segment.identifierBytes(of: row)
            for earlier in opened[..<number] {
                guard let other = earlier.segment?.row(of: identifier), !(earlier.deleted?.contains(other) ?? false)
                else { continue }
                result.note(
                    opened[number].part.file,
                    "ids",
                    "record `\(segment.identifier(of: row))` is in \(earlier.part.file) too"
                )
            }
        }
    }
}
