// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The way to where one is in a hierarchy, each place of it to go back to.
public struct BreadcrumbInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var isReady = false
        /// The values chosen, from the root of the hierarchy.
        var path: [String] = []
    }

    public static let type = "breadcrumb"
    public static let summary = "The way to where one is in a hierarchy."
    public static let intents = [
        IntentDeclaration(
            "select",
            "Ends the path at a value; null clears it.",
            data: [Schema.Member("value", .nullable(.text), isRequired: true, "The whole value.")]
        )
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        .list(
            "items",
            of: "BreadcrumbItem",
            "A step on the way through a hierarchy.",
            [
                Schema.Member("value", .text, isRequired: true, "The whole value."),
                Schema.Member("label", .text, isRequired: true, "Its last part, as displayed."),
            ],
            "The places from the root; the last is where one is."
        ),
    ]
    public static let connections: WidgetConnections = .filterState
    public static let parts: ResponseParts = []
    public static let parameters = Hierarchy.parameters

    private let hierarchy: Hierarchy
    private let title: String

    public init(_ widget: WidgetConfiguration) throws {
        hierarchy = try Hierarchy(widget, try ParameterValues(widget, Self.parameters))
        title = widget.title ?? hierarchy.attributes[0]
    }

    public var initialState: State { State() }

    public var permalinkKeys: [PermalinkScheme.Key] { hierarchy.permalinkKeys }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        guard try !intent.data.present("value").isNull else { return try hierarchy.clear(&session) }
        let path = try hierarchy.path(to: intent.data.requiredString("value"))
        try hierarchy.go(to: path, orUp: false, &session)
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state = State(isReady: true, path: hierarchy.path(in: filters)) }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let root = hierarchy.root.compactMap { $0.facetValue?.string }
        let path = state.path.starts(with: root) ? state.path.dropFirst(root.count) : []
        return [
            "phase": state.isReady ? "ready" : "idle",
            "title": .string(title),
            "items": .array(path.map { ["value": .string($0), "label": .string(hierarchy.label($0))] }),
        ]
    }
}
