// SPDX-License-Identifier: MIT

import Glibc
import Wire

/// What this machine is called, where several share a log.
public enum Machine {
    /// The environment variable for processes.
    public static let variable = "SEARCHBUS_MACHINE"

    /// What this machine is called; `nil` where it shares no log.
    public static var name: String? { Executable.variable(variable) }

    /// The system's name for this machine, as far as it consists of letters, digits, `_` and `-`.
    public static func hostName() -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "machine" }
        let text = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = text.prefix { $0 != "." }.filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
        }
        return name.isEmpty ? "machine" : String(name.prefix(64))
    }
}
