// SPDX-License-Identifier: MIT

/// Decides who owns the text of a search box: the user who types in it, or the session.
///
/// Each change made here has an edit number, and views echo client and number, so an echo of an older edit is recognized and
/// ignored. Another client's text is accepted when no edit of ours is pending. So is an older text of ours that arrives
/// after a newer one was echoed: views never go back by themselves, so it was an undo.
struct TextOwnership: Sendable, Hashable {
    let client: String
    private(set) var edit = 0
    private var echoed = 0
    private var isPending = false
    private var isPutBack = false

    init(client: String) { self.client = client }

    /// Notes a change by the user; returns the number of the edit.
    mutating func changed() -> Int {
        edit += 1
        isPending = true
        isPutBack = false
        return edit
    }

    /// Notes that no echo will arrive, since the edit changed nothing or was refused; returns whether it was the newest one.
    mutating func settled(_ edit: Int) -> Bool {
        guard edit == self.edit else { return false }
        isPending = false
        return true
    }

    /// Whether the text of a view must be shown.
    mutating func takesOver(client: String?, edit: Int?) -> Bool {
        let isOwn = client == self.client
        if isOwn, let edit {
            if edit < echoed { isPutBack = true }
            echoed = edit
            if edit == self.edit { isPending = false }
        }
        return !isPending && (!isOwn || isPutBack)
    }
}
