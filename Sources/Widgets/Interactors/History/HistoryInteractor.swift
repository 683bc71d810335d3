// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The steps of a session, to go back and forth in: what is asked for, not what a widget shows.
public struct HistoryInteractor: Interactor {
    /// How the session stands; `nil` before it was said.
    public struct State: Sendable, Hashable {
        var session: SessionOverview?
    }

    public static let type = "history"
    public static let summary = "Undo and redo of all that the session asks for."
    public static let place = WidgetPlace.top
    public static let intents = [
        IntentDeclaration("undo", "Undoes the last step."),
        IntentDeclaration("redo", "Redoes the step that was undone last."),
        IntentDeclaration("reset", "Resets the session to its initial state; a step like others."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("canUndo", .boolean, isRequired: true, "Whether there is a step to undo."),
        Schema.Member("canRedo", .boolean, isRequired: true, "Whether there is a step to redo."),
        Schema.Member(
            "reset",
            .boolean,
            isRequired: true,
            property: "offersReset",
            "Whether a controller offers to reset the session."
        ),
    ]
    public static let connections: WidgetConnections = .session
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter("reset", .boolean, default: true, "Whether a controller offers to reset the session.")
    ]

    private let offersReset: Bool

    public init(_ widget: WidgetConfiguration) throws {
        offersReset = try ParameterValues(widget, Self.parameters).flag("reset")
    }

    public var initialState: State { State() }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "undo", "redo", "reset": session.ask(session: Intent(type: intent.type))
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .session(let session) = input { state.session = session }
        return .none
    }

    public func view(_ state: State) -> JSON {
        [
            "phase": state.session == nil ? "idle" : "ready", "canUndo": .bool(state.session?.canUndo ?? false),
            "canRedo": .bool(state.session?.canRedo ?? false), "reset": .bool(offersReset),
        ]
    }
}
