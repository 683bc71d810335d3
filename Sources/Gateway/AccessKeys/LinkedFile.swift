// SPDX-License-Identifier: MIT

import Glibc

/// Files that may be links in a data directory: the nodes of a demo cluster share one.
public enum LinkedFile {
    /// The path of a file that is read and replaced: the target of the links at a path, or the path without links.
    ///
    /// A new version is moved to that path, so that a link stays a link.
    public static func place(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
