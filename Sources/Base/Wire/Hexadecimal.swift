// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension UInt64 {
    /// The number as hexadecimal digits in lower case, so many at least.
    public func hexadecimal(_ width: Int) -> String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
