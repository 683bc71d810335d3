// SPDX-License-Identifier: MIT

import Wire

/// The view of the session itself, under the name `session`: its link, and whether there is something to undo or redo.
public struct SessionView: WidgetView, Hashable {
    /// The query of the permalink that leads to this state, from its question mark on; `nil` if it would be too long.
    public let link: String?
    public let canUndo: Bool
    public let canRedo: Bool

    public init(json: JSON) throws {
        link = json["link"]?.string
        canUndo = try json.truth("canUndo") ?? false
        canRedo = try json.truth("canRedo") ?? false
    }
}
