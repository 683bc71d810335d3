// SPDX-License-Identifier: MIT

import Wire

/// What came of reading every byte of one version of an index.
public struct IndexVerification: Sendable, Hashable {
    /// Something that is damaged.
    public struct Problem: Sendable, Hashable {
        /// The file of the index's folder.
        public let file: String
        /// The section of the file, where it is one.
        public let section: String?
        /// What is wrong, without a full stop.
        public let message: String

        /// The problem on one line.
        public var line: String { "\(file)\(section.map { ", section \($0)" } ?? ""): \(message)" }
    }

    /// How far the reading has got.
    public struct Progress: Sendable, Hashable {
        /// How many bytes were read, and how many there are to read.
        public var bytes = 0
        public var totalBytes = 0
        /// How many records were unpacked.
        public var records = 0
    }

    /// The maximum of reported problems.
    public static let mostProblems = 100

    /// What the index is called.
    public let name: String
    /// Which version it was.
    public internal(set) var generation = 0
    /// How many files were read, how many bytes they have, and how many records there are.
    public internal(set) var fileCount = 0
    public internal(set) var byteCount = 0
    public internal(set) var recordCount = 0
    /// What is wrong; empty if all is intact.
    public internal(set) var problems: [Problem] = []

    /// Whether all is intact.
    public var isSound: Bool { problems.isEmpty }

    init(name: String) { self.name = name }

    /// Notes a problem, as long as there are not too many.
    mutating func note(_ file: String, _ section: String? = nil, _ message: String) {
        guard problems.count < IndexVerification.mostProblems else { return }
        problems.append(Problem(file: file, section: section, message: message))
    }

    /// The error for the problems; `nil` if all is intact.
    public var error: SearchBusError? {
        guard let first = problems.first else { return nil }
        let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
        return SearchBusError(
            .indexCorrupt,
            "Index `\(name)` is damaged: \(first.line)\(more).",
            remedy: "Restore it from a backup, `searchbus index restore \(name) FOLDER --replace`, or import it again."
        )
    }

    /// The verification as JSON, for programs.
    public var json: JSON {
        [
            "name": .string(name), "generation": JSON(generation), "sound": .bool(isSound), "files": JSON(fileCount),
            "bytes": JSON(byteCount), "records": JSON(recordCount),
            "problems": .array(
                problems.map {
                    ["file": .string($0.file), "section": JSON($0.section), "message": .string($0.message)]
                }
            ),
        ]
    }
}

extension IndexDirectory {
    /// Reads every byte of an index's newest version, and checks that it is intact and consistent.
    ///
    /// The index may be searched and changed meanwhile; it is one version that is read.
    ///
    /// - Parameters:
    ///   - name: The index.
    ///   - onProgress: Called now and then with the progress.
    /// - Returns: What was read, and what is wrong with it.
    /// - Throws: `SearchBusError.unknownIndex` for an unknown name, `.storageFailed` where a file cannot be
    ///   opened.
    public func verify(
        _ name: String,
        onProgress: (IndexVerification.Progress) -> Void = { _ in }
    ) throws -> IndexVerification {
        try check(name)
        return try StorageFailure.translating(name) {
            try VersionCheck.run(folder(of: name), readsRecords: true, onProgress: onProgress)
        }
    }
}
