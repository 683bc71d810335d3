// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension SessionHistory {
    /// The steps as JSON: `{"undo": […], "redo": […], "last": {"id", "typing"}}`.
    ///
    /// Each step is the part of a state that it puts back, in the form of `SessionState.json(relativeTo:)`. Names that the
    /// base does not have are left out.
    public func json(relativeTo base: SessionState) -> JSON {
        func list(_ steps: [Step]) -> JSON {
            .array(steps.map { $0.patch.limited(to: base) }.filter { !$0.isEmpty }.map(\.json))
        }
        var object: JSONObject = JSONObject([("undo", list(undoSteps)), ("redo", list(redoSteps))])
        if let last {
            object["last"] = ["id": .string(last.correlationID), "typing": .bool(last.isTyping)]
        }
        return .object(object)
    }

    /// Reads what `json(relativeTo:)` writes; names that the base does not have are passed over.
    ///
    /// - Throws: `JSONError` for data of the wrong form.
    public init(json: JSON, relativeTo base: SessionState) throws {
        func steps(_ key: String) throws -> [Step] {
            try json.list(key).suffix(SessionLimits.historySteps)
                .map { try SessionPatch(json: $0, namesOf: base) }
                .filter { !$0.isEmpty }
                .map(Step.init)
        }
        let last = try json["last"].map { last in
            LastChange(
                correlationID: try last.requiredString("id"),
                isTyping: try last.truth("typing") ?? false
            )
        }
        self.init(undoSteps: try steps("undo"), redoSteps: try steps("redo"), last: last)
    }
}

extension SessionPatch {
    /// The parts that belong to names of a state.
    fileprivate func limited(to state: SessionState) -> SessionPatch {
        var patch = self
        patch.filters = filters.filter { state.filters[$0.key] != nil }
        patch.searchers = searchers.filter { state.searchers[$0.key] != nil }
        return patch
    }
}
