// SPDX-License-Identifier: MIT

import Wire

/// The gateway's description of the app: its name and its widgets, in the order of the screen.
public struct AppDescription: Sendable, Hashable {
    /// A widget of the app.
    public struct Widget: Sendable, Hashable {
        public let name: String
        /// The widget type, such as `number-range`.
        public let type: String
        /// Its title; by default its name.
        public let title: String
        /// Its area on the screen: `top`, `side`, `main` or `foot`.
        public let place: String?
        /// As in the app file.
        public let parameters: JSON
    }

    public let name: String
    /// A text that differs after every change.
    public let revision: String
    public let title: String
    public let widgets: [Widget]

    init(json: JSON) throws {
        name = try json.requiredString("name")
        revision = json["revision"]?.string ?? ""
        title = json["console"]?["title"]?.string ?? name
        widgets = try json.list("widgets").map { widget in
            let name = try widget.requiredString("name")
            return Widget(
                name: name,
                type: try widget.requiredString("type"),
                title: widget["title"]?.string ?? widget["parameters"]?["title"]?.string ?? name,
                place: widget["place"]?.string,
                parameters: widget["parameters"] ?? [:]
            )
        }
    }

    /// The widgets of a type, in the order of the screen.
    public func widgets(of type: String) -> [Widget] { widgets.filter { $0.type == type } }
}
