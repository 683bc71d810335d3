// SPDX-License-Identifier: MIT

extension UInt64 {
    /// Returns the number as at least `width` lowercase hexadecimal digits.
    public func hexadecimal(_ width: Int) -> String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}
