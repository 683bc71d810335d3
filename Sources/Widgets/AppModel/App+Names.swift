// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

extension App {
    /// The names that no searcher, filter state or widget can have: parts of every app have them.
    public static let reservedNames: Set<String> = Set(
        ["session", "filters"] + [WorkerKind.state, .insights].map(\.component)
    )
    /// The names that none can have in an app with Algolia's interface.
    public static let algoliaNames: Set<String> = Set([WorkerKind.questions, .indexer].map(\.component))
}
