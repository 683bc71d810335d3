// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// The folder in which the running executable lies, and with it its companions.
public enum ExecutableFolder {
    /// The folder, with links followed.
    ///
    /// - Throws: `SearchBusError` where the system does not tell.
    public static func current() throws -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else {
            throw SearchBusError(.internalError, "The system does not report the path of this executable.")
        }
        let path = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }

    /// Checks that every executable to start exists.
    ///
    /// - Throws: `SearchBusError` that names the first executable which is missing.
    public static func check(_ definitions: [ProcessDefinition]) throws {
        for definition in definitions where definition.executable.hasPrefix("/") {
            guard access(definition.executable, X_OK) != 0 else { continue }
            throw SearchBusError(
                .libraryMissing,
                "\(definition.name) cannot be started: there is no executable \(definition.executable).",
                remedy: "Build or install all of SearchBus; its executables belong in one folder."
            )
        }
    }
}
