// SPDX-License-Identifier: MIT
// Part of SearchBus.

extension App {
    /// The names that no searcher, filter state or widget can have: parts of every app have them.
    public static let reservedNames: Set<String> = ["session", "state", "filters", "insights"]
    /// The names that none can have in an app with Algolia's interface.
    public static let algoliaNames: Set<String> = ["algolia", "indexer"]
}
