// SPDX-License-Identifier: MIT

enum UnicodeVersion {
    /// The version, as `16.0`: that of the newest character which the tables know.
    ///
    /// New scripts and symbols have come to the supplementary multilingual plane with each version.
    static let current: String = {
        let ages = (0x1_0000...0x1_FFFF).lazy.compactMap { Unicode.Scalar($0 as UInt32)?.properties.age }
        let newest = ages.max { ($0.major, $0.minor) < ($1.major, $1.minor) }
        return newest.map { "\($0.major).\($0.minor)" } ?? ""
    }()
}
