// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// Finds the folder of an app from where a command is called: that folder, or the nearest one above it.
///
/// The nearest folder that has an app file or data of apps is the one, so that what lies farther up never takes the place of what is near.
/// Only what belongs to the user counts, and nothing above the home directory does: an app file names programs to run.
struct AppFolderSearch: Sendable {
    /// What a folder has.
    enum Content: Hashable {
        case appFile(String)
        case data
    }

    /// What was found, and how many folders above.
    struct Found: Hashable {
        let content: Content
        let levels: Int

        /// The folder, relative to the one that the command is called from; empty for that one.
        var prefix: String { String(repeating: "../", count: levels) }
    }

    /// How many folders are looked at.
    private static let most = 32

    /// Tells what a folder has; where it is not the one of the call, only what belongs to the user counts.
    let content: @Sendable (_ folder: String, _ isAbove: Bool) -> Content?
    /// The folder above which nothing counts.
    let home: String?

    /// The search in the file system, as the user who calls.
    static let system = AppFolderSearch(content: Self.look, home: getenv("HOME").map { String(cString: $0) })

    /// Looks at a folder, then at those above it.
    func nearest(from folder: String) -> Found? {
        var folder = folder
        for levels in 0..<Self.most {
            if let content = content(folder, levels > 0) { return Found(content: content, levels: levels) }
            guard folder != home, let slash = folder.lastIndex(of: "/"), slash > folder.startIndex else { return nil }
            folder = String(folder[..<slash])
        }
        return nil
    }

    @Sendable private static func look(_ folder: String, isAbove: Bool) -> Content? {
        func has(_ name: String, _ type: mode_t) -> Bool {
            var status = stat()
            return stat("\(folder)/\(name)", &status) == 0 && status.st_mode & S_IFMT == type
                && (!isAbove || status.st_uid == geteuid())
        }
        if let name = AppFilePath.names.first(where: { has($0, S_IFREG) }) { return .appFile(name) }
        return has(AppLocation.folder, S_IFDIR) ? .data : nil
    }
}
