// SPDX-License-Identifier: MIT

import Glibc

/// A folder of files that come with the executables: where an installation puts it, or in the repository of a build.
enum SharedFolder {
    case web
    case demo

    /// How far above the executables the files of a checked-out repository are looked for.
    private static let levels = 5
    /// How far above them an installation's `share` is: they lie in `bin` or in `lib/searchbus`.
    private static let installationLevels = 2

    /// Its name in an installation, its path in the repository, and a file that it has.
    private var words: (installed: String, path: String, file: String) {
        switch self {
        case .web: ("web", "web", "index.html")
        case .demo: ("demo", "deploy/demo", "store.yaml")
        }
    }

    /// The folder that belongs to executables; `nil` if they have no such folder.
    func find(near executables: String, exists: (String) -> Bool = { access($0, R_OK) == 0 }) -> String? {
        candidates(near: executables).first { exists("\($0)/\(words.file)") }
    }

    /// The folders that are looked at, in order.
    func candidates(near executables: String) -> [String] {
        var folder = executables[...]
        var folders = ["\(executables)/\(words.installed)"]
        for level in 0..<Self.levels {
            guard let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { break }
            folder = folder[..<slash]
            if level < Self.installationLevels { folders.append("\(folder)/share/searchbus/\(words.installed)") }
            folders.append("\(folder)/\(words.path)")
        }
        return folders
    }
}
