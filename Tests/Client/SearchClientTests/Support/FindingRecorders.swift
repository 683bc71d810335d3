// SPDX-License-Identifier: MIT

import SearchClient

/// Draws a box with suggestions.
final class SuggestingBox: AutocompleteController {
    struct Shown: Sendable, Hashable {
        var sections: [AutocompleteSection] = []
        var recent: [String] = []
    }

    var onQueryChanged: ((String?) -> Void)?
    var onQuerySubmitted: ((String?) -> Void)?
    var onChoose: ((AutocompleteEntry) -> Void)?
    var onRemoveRecent: ((String) -> Void)?
    var onClearRecent: (() -> Void)?
    let text = Watch<String>()
    let shown = Watch<Shown>()
    let found = Watch<[String]>()
    private var next = Shown()

    func setQuery(_ query: String?) { text.tell(query ?? "") }
    func setSections(_ sections: [AutocompleteSection]) { next.sections = sections }
    func setRecent(_ recent: [String]) { next.recent = recent }
    func reload() { shown.tell(next) }
}

/// Draws related records.
final class AlikeRecorder: HitsController {
    weak var hitsSource: RelatedItemsInteractor<LiveFindingTests.Place>?
    let shown = Watch<[String]>()
    private(set) var jumps = 0

    func reload() { shown.tell(hitsSource?.getCurrentHits().map(\.name) ?? []) }
    func scrollToTop() { jumps += 1 }
}

/// Draws locations.
final class MapRecorder: GeoHitsController {
    struct Shown: Sendable, Hashable {
        var names: [String] = []
        var bounds: GeoBox?
        var selected: GeoArea?
    }

    var onAreaChanged: ((GeoArea?) -> Void)?
    let shown = Watch<Shown>()
    private var next = Shown()

    func setItems(_ items: [GeoHit<LiveFindingTests.Place>]) { next.names = items.map(\.hit.record.name).sorted() }
    func setBounds(_ bounds: GeoBox?) { next.bounds = bounds }
    func setSelected(_ area: GeoArea?) { next.selected = area }
    func reload() { shown.tell(next) }
}

/// Draws undo and redo.
final class StepsRecorder: HistoryController {
    var onUndo: (() -> Void)?
    var onRedo: (() -> Void)?
    var onReset: (() -> Void)?
    let shown = Watch<HistoryView>()

    func setItem(_ item: HistoryView) { shown.tell(item) }
}
