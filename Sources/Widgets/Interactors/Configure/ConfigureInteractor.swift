// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Parameters for an engine, without a view of their own: those that a session starts with, and a way to change them.
public struct ConfigureInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var parameters = JSONObject()
    }

    public static let type = "configure"
    public static let summary =
        "Parameters for an engine: those that a session starts with, and a way to change them."
    public static let intents = [
        IntentDeclaration(
            "set",
            "Sets these parameters and keeps the others; null removes one.",
            data: [Schema.Member("parameters", .object([], isOpen: true), isRequired: true, "The parameters by name.")]
        ),
        IntentDeclaration("reset", "Resets the parameters of the app file to their values at the session's start."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member(
            "parameters",
            .object([], isOpen: true),
            isRequired: true,
            "All parameters of the first searcher."
        )
    ]
    public static let connections: WidgetConnections = [.searcher, .facetsSearcher, .multiSearcher]
    public static let parts: ResponseParts = []
    public static let parameters = [
        Parameter("parameters", .object([], isOpen: true), isRequired: true, "What a session starts with, by name.")
    ]

    private let members: [String]
    private let initial: JSONObject

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        members = widget.searcherMembers
        initial = values["parameters"].object ?? JSONObject()
        do {
            try SearcherState(parameters: initial).checkLimits(relativeTo: SearcherState())
        } catch {
            throw ParameterError("parameters", "is too much: \(error)")
        }
    }

    public func prepare(_ session: inout SessionEdit) { try? set(initial, &session) }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        switch intent.type {
        case "set":
            guard let parameters = try intent.data.required("parameters").object else {
                throw JSONError("`parameters` is not an object")
            }
            try set(parameters, &session)
        case "reset": try set(initial, &session)
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
    }

    private func set(_ parameters: JSONObject, _ session: inout SessionEdit) throws {
        for member in parameters.members {
            try session.setParameter(member.key, member.value.isNull ? nil : member.value, of: members)
        }
    }

    public var initialState: State { State() }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .request(let searcher, let request) = input, searcher == members.first {
            state.parameters = request.parameters
        }
        _ = state.search.take(input)
        return .none
    }

    public func view(_ state: State) -> JSON { state.search.view([("parameters", .object(state.parameters))]) }
}
