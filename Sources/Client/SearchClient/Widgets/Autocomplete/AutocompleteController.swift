// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Something that a box suggests.
public enum AutocompleteEntry: Sendable, Hashable {
    case hit(Hit<AnyRecord>, section: AutocompleteSection)
    case value(Facet, section: AutocompleteSection)
    /// What was searched before.
    case recent(String)
}

/// Draws a box that people type in, with what it suggests.
@MainActor
public protocol AutocompleteController: SearchBoxController, Reloadable {
    /// Called by the controller when an entry is chosen.
    var onChoose: ((AutocompleteEntry) -> Void)? { get set }
    /// Called by the controller when what was searched before is to be forgotten.
    var onRemoveRecent: ((String) -> Void)? { get set }
    /// Called by the controller when all that was searched before is to be forgotten.
    var onClearRecent: (() -> Void)? { get set }
    /// Shows the sections that are listed; `reload` follows.
    func setSections(_ sections: [AutocompleteSection])
    /// Shows what was searched before, the newest first; `reload` follows.
    func setRecent(_ recent: [String])
}
