// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// A folder for the length of a measurement.
final class ScratchFolder {
    let path: String

    /// Makes a folder that only its owner may enter.
    ///
    /// - Throws: `SearchBusError` where there can be none.
    init() throws {
        let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(base)/searchbus-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw SearchBusError(.dataDirectoryUnusable, "Cannot create a folder in \(base).")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Makes a folder within.
    ///
    /// - Throws: `SearchBusError` where it cannot be made.
    func folder(_ name: String) throws -> String {
        let folder = "\(path)/\(name)"
        guard mkdir(folder, 0o700) == 0 else {
            throw SearchBusError(.dataDirectoryUnusable, "The folder \(folder) cannot be created.")
        }
        return folder
    }

    /// The size of a file in bytes; zero if the file is missing.
    static func size(of file: String) -> Int {
        var status = stat()
        return stat(file, &status) == 0 ? Int(status.st_size) : 0
    }
}
