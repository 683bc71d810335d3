// SPDX-License-Identifier: MIT

import Glibc

/// What a process takes of the machine's memory.
public enum ProcessMemory {
    /// Returns unused memory of the allocator to the system.
    ///
    /// It would keep it for a next time that may never come. Takes some milliseconds.
    public static func giveBack() {
        // Only the GNU library has it, and its headers do not tell Swift.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
    }

    /// The bytes that this process has for itself alone, from `/proc/self/statm`; zero if that file cannot be read.
    ///
    /// Pages of libraries that other processes share are not counted: they would be counted once for each.
    public static func privateBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 128)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ").map { Int($0) ?? 0 }
        guard fields.count > 2 else { return 0 }
        return (fields[1] - fields[2]) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
