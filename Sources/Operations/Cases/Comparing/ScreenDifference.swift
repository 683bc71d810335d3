// SPDX-License-Identifier: MIT

import Wire

/// A part of a screen that is not what the case has.
public struct ScreenDifference: Sendable, Hashable {
    /// What happened to the part; the worst first.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
        /// It is no longer there.
        case lost
        /// It has another value.
        case changed
        /// It was not there.
        case new
        /// It is at another position of its list.
        case moved

        public static func < (left: Kind, right: Kind) -> Bool {
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    public let kind: Kind
    public let widget: String
    /// The part of the view, such as `hits[p7].position`; empty for the view itself.
    public let path: String
    public let before: JSON?
    public let after: JSON?

    public init(_ kind: Kind, widget: String, path: String, before: JSON? = nil, after: JSON? = nil) {
        (self.kind, self.widget, self.path, self.before, self.after) = (kind, widget, path, before, after)
    }

    public var json: JSON {
        var object = JSONObject([
            ("kind", .string(kind.rawValue)), ("widget", .string(widget)), ("path", .string(path)),
        ])
        object["before"] = before
        object["after"] = after
        return .object(object)
    }
}
