// SPDX-License-Identifier: MIT

import Foundation
import Runtime
import Wire

/// Replaces the contents of a data directory by those of a restore, in steps that can be continued after a kill.
///
/// What comes in lies in a folder of the data directory, and so does what gives way: so it works where the directory is a
/// mounted disk. The journal decides: before it exists the old data count, from then on the new ones, and the next process that uses the
/// directory completes the steps first.
public struct RestoreJournal: JSONRecord {
    private static let fileName = "restore.journal"
    /// The folder, in the data directory, of what is to come in.
    public static let stage = "restore.new"
    /// What the names of the folders begin with that hold what gave way.
    public static let asidePrefix = "before-restore-"

    public var incoming: [String] = []
    public var outgoing: [String] = []
    public var aside = ""

    public static let fields: [Field] = [
        Field("incoming", \.incoming, "What comes in, by the names of files and folders."),
        Field("outgoing", \.outgoing, "What goes without anything in its place."),
        Field("aside", \.aside, "The folder, in the data directory, of what gives way."),
    ]

    public init() {}

    public init(strict json: JSON) throws(SchemaProblem) {
        try read(strict: json)
        let names = incoming + outgoing + [aside]
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains("/") && $0 != "." && $0 != ".." }) else {
            throw SchemaProblem("has an invalid name of a file")
        }
    }

    public init(incoming: [String], outgoing: [String], aside: String) {
        (self.incoming, self.outgoing, self.aside) = (incoming, outgoing, aside)
    }

    /// Decides for the new data, and puts them into place.
    ///
    /// - Throws: `SearchBusError` with `storage-full` or `storage-failed`. The old data count where nothing was decided;
    ///   otherwise the next process that uses the directory continues.
    public func carryOut(in directory: String) throws {
        let path = "\(directory)/\(Self.fileName)"
        // What comes in is on the disk before it counts.
        let stage = "\(directory)/\(Self.stage)"
        if access(stage, F_OK) == 0 { try Files.synchronize(stage) }
        try Files.replace(path, with: json.bytes)
        try Self.finish(in: directory)
    }

    /// Continues a restore that was killed after its decision; does nothing without one.
    ///
    /// - Throws: `SearchBusError` with `data-directory-unusable`, `storage-full` or `storage-failed`.
    public static func finish(in directory: String) throws {
        let path = "\(directory)/\(fileName)"
        guard let bytes = FileManager.default.contents(atPath: path) else { return }
        guard let journal = try? RestoreJournal(json: JSON(parsing: bytes)) else {
            throw SearchBusError(
                .dataDirectoryUnusable,
                "\(path) is damaged: a restore was in progress.",
                remedy: "Delete it and restore the backup again."
            )
        }
        try journal.move(in: directory)
        guard unlink(path) == 0 else { throw Files.failure("\(path) cannot be removed") }
        try Files.synchronize(directory)
    }

    private func move(in directory: String) throws {
        let (stage, aside) = ("\(directory)/\(Self.stage)", "\(directory)/\(self.aside)")
        guard mkdir(aside, 0o700) == 0 || errno == EEXIST else { throw Files.failure("\(aside) cannot be made") }
        for name in outgoing { try Self.giveWay("\(directory)/\(name)", to: "\(aside)/\(name)") }
        // What is not in the folder any more has come in before.
        for name in incoming where access("\(stage)/\(name)", F_OK) == 0 {
            try Self.giveWay("\(directory)/\(name)", to: "\(aside)/\(name)")
            guard rename("\(stage)/\(name)", "\(directory)/\(name)") == 0 else {
                throw Files.failure("\(directory)/\(name) cannot be put into place")
            }
        }
        try Files.synchronize(aside)
        try Files.synchronize(directory)
        rmdir(stage)
    }

    private static func giveWay(_ path: String, to aside: String) throws {
        guard rename(path, aside) == 0 || errno == ENOENT else { throw Files.failure("\(path) cannot be put aside") }
    }
}
