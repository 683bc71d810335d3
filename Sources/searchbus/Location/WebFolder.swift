// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc

/// Finds the console's files.
enum WebFolder {
    /// How far above the executables the files of a checked-out repository are looked for.
    private static let levels = 5

    /// The folder with the console's files that belongs to executables.
    ///
    /// It is where an installation puts it, or in the repository that they were built from; `nil` where there is none.
    static func find(near executables: String, exists: (String) -> Bool = { access($0, R_OK) == 0 }) -> String? {
        candidates(near: executables).first { exists("\($0)/index.html") }
    }

    /// The folders that are looked at, in order.
    static func candidates(near executables: String) -> [String] {
        var folder = executables[...]
        var folders = ["\(executables)/web"]
        for level in 0..<levels {
            guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { break }
            folder = folder[..<slash]
            if level == 0 { folders.append("\(folder)/share/searchbus/web") }
            folders.append("\(folder)/web")
        }
        return folders
    }
}
