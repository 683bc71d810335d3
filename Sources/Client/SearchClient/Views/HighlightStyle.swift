// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// How what matched is marked, as the app file says.
public struct HighlightStyle: Sendable, Hashable {
    /// Whether the marked spans are those that did not match; they come that way.
    public let isInverted: Bool
    /// The colour of the text: a name of CSS, or hexadecimal, such as `#ffd700`.
    public let color: String?
    /// The colour behind it.
    public let background: String?

    init(json: JSON) {
        isInverted = json["inverted"]?.bool ?? false
        color = json["color"]?.string
        background = json["background"]?.string
    }
}
