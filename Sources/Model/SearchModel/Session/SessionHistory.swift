// SPDX-License-Identifier: MIT

import Wire

/// The steps that `undo` and `redo` go through.
///
/// A step keeps what is needed to undo or redo it: the parts of the state that it changed, with their former values. So a history
/// is small, it does not change while keystrokes of one text are merged, and it outlives a change of the app.
public struct SessionHistory: Sendable, Hashable {
    /// What is put back when a step is undone or done again.
    struct Step: Sendable, Hashable {
        let patch: SessionPatch
        /// How many bytes it takes as JSON.
        let size: Int

        init(_ patch: SessionPatch) {
            self.patch = patch
            size = patch.json.bytes.count
        }
    }

    /// What the last step was recorded as, which decides whether the next change belongs to it.
    struct LastChange: Sendable, Hashable {
        /// The correlation id of the change that began the step.
        let correlationID: String
        /// Whether the step changed nothing but one text.
        let isTyping: Bool
    }

    /// A longer correlation id is not kept; what it began is a step of its own.
    private static let maximumIDLength = 256

    /// What undoes each step, the oldest first.
    private(set) var undoSteps: [Step]
    /// What does the steps again that were undone, the last one first.
    private(set) var redoSteps: [Step]
    private(set) var last: LastChange?

    public init() {
        self.init(undoSteps: [], redoSteps: [], last: nil)
    }

    init(undoSteps: [Step], redoSteps: [Step], last: LastChange?) {
        self.undoSteps = undoSteps
        self.redoSteps = redoSteps
        self.last = last
        keepWithinLimits()
    }

    public var canUndo: Bool { !undoSteps.isEmpty }

    public var canRedo: Bool { !redoSteps.isEmpty }

    /// Notes a change; it is a step, or a part of the last one.
    ///
    /// A change belongs to the last step where both have one correlation id, or where both are keystrokes of one text. One
    /// that leaves a step without effect takes the step away. A change of pages alone is not a step. What had been undone cannot
    /// be done again afterwards.
    ///
    /// - Parameters:
    ///   - old: The state before.
    ///   - new: The state after.
    ///   - correlationID: What the changes of one batch have in common; an empty one matches no other.
    public mutating func record(from old: SessionState, to new: SessionState, correlationID: String) {
        let patch = SessionPatch(of: old.onFirstPages, differingFrom: new.onFirstPages)
        guard !patch.isEmpty else { return }
        redoSteps = []
        defer { keepWithinLimits() }
        guard let step = undoSteps.last, let last else { return begin(patch, to: new, correlationID) }
        if !correlationID.isEmpty, last.correlationID == correlationID {
            var merged = step.patch
            merged.fill(from: patch)
            extend(to: merged.applied(to: new), from: new)
        } else if last.isTyping, continuesTyping(of: step.patch, patch, to: new) {
            extend(to: step.patch.applied(to: new), from: new)
        } else {
            begin(patch, to: new, correlationID)
        }
    }

    private mutating func begin(_ patch: SessionPatch, to new: SessionState, _ correlationID: String) {
        undoSteps.append(Step(patch))
        let id = correlationID.utf8.count <= Self.maximumIDLength ? correlationID : ""
        last = LastChange(correlationID: id, isTyping: patch.text(in: new) != nil)
    }

    /// Makes the last step lead from `new` back to `old`.
    private mutating func extend(to old: SessionState, from new: SessionState) {
        let patch = SessionPatch(of: old.onFirstPages, differingFrom: new.onFirstPages)
        undoSteps.removeLast()
        guard !patch.isEmpty, let last else {
            self.last = nil
            return
        }
        undoSteps.append(Step(patch))
        self.last = LastChange(correlationID: last.correlationID, isTyping: patch.text(in: new) != nil)
    }

    /// Whether a change is another keystroke in the text that the last step changed.
    private func continuesTyping(of step: SessionPatch, _ patch: SessionPatch, to new: SessionState) -> Bool {
        guard let text = patch.text(in: new), step.searchers.keys == patch.searchers.keys else { return false }
        return !text.old.isEmpty && !text.new.isEmpty && text.new.isOneEdit(from: text.old)
    }

    /// Goes one step back.
    ///
    /// - Returns: The state before the step, with every searcher on its first page; `nil` if no step can be undone.
    public mutating func undo(from current: SessionState) -> SessionState? {
        SessionHistory.step(from: current, &undoSteps, &redoSteps).map { finish($0) }
    }

    /// Goes one step forward.
    ///
    /// - Returns: The state after the step, with every searcher on its first page; `nil` if no step can be redone.
    public mutating func redo(from current: SessionState) -> SessionState? {
        SessionHistory.step(from: current, &redoSteps, &undoSteps).map { finish($0) }
    }

    private mutating func finish(_ state: SessionState) -> SessionState {
        last = nil
        keepWithinLimits()
        return state
    }

    /// Takes the last step that changes anything from one list and puts what leads back onto the other.
    private static func step(
        from current: SessionState,
        _ steps: inout [Step],
        _ back: inout [Step]
    ) -> SessionState? {
        let current = current.onFirstPages
        while let step = steps.popLast() {
            let state = step.patch.applied(to: current)
            guard state != current else { continue }
            back.append(Step(SessionPatch(of: current, differingFrom: state)))
            return state
        }
        return nil
    }

    /// Lets the oldest steps go until the rest is within the limits.
    private mutating func keepWithinLimits() {
        var count = undoSteps.count + redoSteps.count
        var size = SessionHistory.frame(of: last)
        for steps in [undoSteps, redoSteps] { size += steps.reduce(0) { $0 + $1.size + 1 } }
        func isOver() -> Bool { count > SessionLimits.historySteps || size > SessionLimits.history }
        func letGo(_ steps: inout [Step]) {
            let gone = steps.prefix { step in
                guard isOver() else { return false }
                count -= 1
                size -= step.size + 1
                return true
            }
            steps.removeFirst(gone.count)
        }
        letGo(&undoSteps)
        letGo(&redoSteps)
        if undoSteps.isEmpty { last = nil }
    }

    /// The maximum of bytes that the JSON takes beside the steps.
    private static func frame(of last: LastChange?) -> Int {
        64 + (last.map { JSON.string($0.correlationID).bytes.count } ?? 0)
    }
}

extension SessionPatch {
    /// The one text that a change is about: the one here, and the one in the state; `nil` where there is more to it.
    fileprivate func text(in new: SessionState) -> (old: String, new: String)? {
        guard filters.isEmpty, let name = searchers.keys.first, let old = searchers[name]?.query,
            let text = new.searchers[name]?.query,
            searchers.values.allSatisfy({ $0 == SearcherPatch(query: old) }),
            searchers.keys.allSatisfy({ new.searchers[$0]?.query == text })
        else { return nil }
        return (old, text)
    }
}

extension String {
    /// Whether the text comes from another by inserting or by removing one run of characters.
    func isOneEdit(from other: String) -> Bool {
        let (ours, theirs) = (Array(self), Array(other))
        let shorter = min(ours.count, theirs.count)
        let prefix = zip(ours, theirs).prefix { $0 == $1 }.count
        let suffix = zip(ours.reversed(), theirs.reversed()).prefix { $0 == $1 }.count
        return prefix + suffix >= shorter
    }
}

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
