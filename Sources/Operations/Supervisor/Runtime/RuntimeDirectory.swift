// SPDX-License-Identifier: MIT

import Bus
import Glibc
import Runtime
import Wire

/// Where the sockets of an app live.
public enum RuntimeDirectory {
    /// The directory for a data directory.
    ///
    /// It is `run` within that or, where a socket's path would be too long for the system, one below `/tmp` that is named
    /// after it. The same on every call, so that commands find a running app.
    public static func path(forData data: String) -> String {
        let inside = "\(absolute(data))/run"
        if (try? BusEndpoints(runtimeDirectory: inside)) != nil { return inside }
        return "/tmp/searchbus-\(getuid())-\(fingerprint(inside))"
    }

    /// Makes a directory that its owner alone may enter; one that was there keeps the rights it has.
    ///
    /// - Throws: `SearchBusError` with `data-directory-unusable`, also for one of another user.
    public static func make(_ path: String) throws {
        try Files.makeDirectory(path)
        _ = try status(path)
    }

    /// Creates a directory for sockets, to which only its owner has access, also if it existed.
    ///
    /// - Throws: As `make`.
    public static func makePrivate(_ path: String) throws {
        try Files.makeDirectory(path)
        guard try status(path).st_mode & 0o777 != 0o700 else { return }
        guard chmod(path, 0o700) == 0 else {
            throw SearchBusError(.dataDirectoryUnusable, "\(path) cannot be closed to others.")
        }
    }

    /// Whether a directory exists, is this user's own, and may be used by its owner.
    static func isUsable(_ path: String) -> Bool { (try? status(path).st_mode & 0o700 == 0o700) ?? false }

    /// Whether other users of the machine may look into a directory.
    public static func isOpenToOthers(_ path: String) -> Bool {
        (try? status(path).st_mode & 0o077 != 0) ?? false
    }

    private static func status(_ path: String) throws -> stat {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid() else {
            throw SearchBusError(.dataDirectoryUnusable, "\(path) is not a directory of yours.")
        }
        return status
    }

    /// The whole path of a file or directory that need not exist.
    public static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/") else { return normalized(path) }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        guard getcwd(&buffer, buffer.count) != nil else { return path }
        let folder = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return normalized("\(folder)/\(path)")
    }

    /// A whole path without empty parts, `.` and `..`.
    static func normalized(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Sixteen hexadecimal digits that stand for a text; not a secret, only a name.
    static func fingerprint(_ text: String) -> String { NameHash.of(text.utf8).hexadecimal(16) }
}
