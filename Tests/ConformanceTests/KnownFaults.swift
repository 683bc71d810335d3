// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// A case that shows a fault of this project, and stays a failure until the fault is gone.
struct KnownFault {
    let id: String
    let reason: String

    /// The faults.
    static let all = [
        KnownFault(
            id: "filter-state/wrong-type-in-or-group-dropped",
            reason: "An or-group is not known by the type of its filters, so it takes filters of several types."
        ),
        KnownFault(
            id: "stats/fields-and-defaults",
            reason: "An answer without results has no page and its text is empty, where it should be one page, no text."
        ),
    ]
}
