// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// The reports of replays that are kept in a data directory, each under a name, for the console.
public struct KeptReplays: Sendable {
    public struct Entry: Sendable, Hashable {
        public let name: String
        public let bytes: Int
        /// When it was written, in seconds since 1970 began.
        public let time: Int
    }

    /// How many reports are kept; the oldest ones go when there are more.
    public static let most = 20
    public static let mostBytes = 8 << 20
    private static let suffix = ".json"

    private let folder: String

    /// - Parameter data: The data directory.
    public init(data: String) { folder = "\(data)/replays" }

    /// Whether a report may be kept under a name: up to 64 letters of ASCII, digits, `-` and `_`.
    public static func isValid(_ name: String) -> Bool { Name.isValid(name) }

    public var entries: [Entry] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var entries: [Entry] = []
        while let found = readdir(directory) {
            let file = withUnsafePointer(to: &found.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let name = String(file.dropLast(Self.suffix.count))
            var status = stat()
            guard file.hasSuffix(Self.suffix), Self.isValid(name), lstat("\(folder)/\(file)", &status) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { continue }
            entries.append(Entry(name: name, bytes: Int(status.st_size), time: status.st_mtim.tv_sec))
        }
        return entries.sorted { ($1.time, $0.name) < ($0.time, $1.name) }
    }

    /// A report; `nil` where none is kept under the name.
    public func report(named name: String) -> [UInt8]? {
        guard Self.isValid(name), case .contents(let bytes) = PrivateFile.read(path(name), limit: Self.mostBytes),
            bytes.count <= Self.mostBytes
        else { return nil }
        return bytes
    }

    /// Keeps a report; one of the same name is replaced.
    ///
    /// - Throws: `SearchBusError` for a name that is invalid, a report that is too large, and where it cannot be written.
    public func keep(_ report: [UInt8], as name: String) throws {
        guard Self.isValid(name) else {
            throw SearchBusError(
                .invalidArgument,
                "A report cannot be kept as `\(name.prefix(80))`.",
                remedy: "Use up to 64 letters, digits, - and _."
            )
        }
        guard report.count <= Self.mostBytes else {
            throw SearchBusError(.tooLarge, "The report has more than \(Self.mostBytes >> 20) MiB.")
        }
        if mkdir(folder, 0o700) == 0 { try Files.synchronize(folderOf: folder) }
        try PrivateFile.write(report, to: path(name))
        for entry in entries.filter({ $0.name != name }).dropFirst(Self.most - 1) { unlink(path(entry.name)) }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)\(Self.suffix)" }
}
