// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Glibc

/// Files in whose place a data directory may have a link: several machines of a trial share one.
public enum LinkedFile {
    /// Where a file is that is read and replaced: the end of the links at a path, or the path where there are none.
    ///
    /// A new version is moved to that place, so that a link stays one.
    public static func place(of path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
