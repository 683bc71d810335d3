// SPDX-License-Identifier: MIT

import SearchModel
import Wire

// Which pages are asked for.
extension HitsInteractor {
    func answer(_ intent: Intent, _ state: inout State) throws -> Effects {
        switch intent.type {
        case "present":
            let row = try intent.data.requiredInt("row")
            guard let offset, row >= 0, !state.list.isEmpty else { return .unchanged }
            let direction = intent.data["direction"]?.string
            let first = direction == "after" ? row : max(row - offset, 0)
            return present(row, rows: first...(direction == "before" ? row : row + offset), &state)
        case "load-more":
            return want(nextPage(state), &state)
        case "load-previous":
            return want(previousPage(state), &state)
        case "select", "deselect", "clear-selection":
            return try selection.answer(intent, &state.selected)
        default:
            return .unknown(intent, to: Self.self)
        }
    }

    /// The page after the last one that is here; `nil` where none can be asked for.
    func nextPage(_ state: State) -> Int? {
        let page = state.list.last + 1
        return mayAsk(for: page, state) ? page : nil
    }

    /// The page before the first one that is here; `nil` where none can be asked for.
    func previousPage(_ state: State) -> Int? {
        let page = min(state.list.first - 1, state.list.end)
        return mayAsk(for: page, state) ? page : nil
    }

    func mayAsk(for page: Int, _ state: State) -> Bool {
        let list = state.list
        return addsPages && !list.isEmpty && list.count < keeping.most && page >= 0 && page <= list.end
    }

    /// The page to ask for again next: the nearest one of those that are from before the index changed.
    func stalePage(_ state: State, around page: Int) -> Int? {
        state.stale.min { (abs($0 - page), $0) < (abs($1 - page), $1) }
    }

    func load(_ page: Int, _ state: State) -> [(to: String, intent: Intent)] {
        [(searcher, SearchIntent.loadPage(page, of: state.search.shown(of: searcher) ?? 0).intent)]
    }

    private func want(_ page: Int?, _ state: inout State) -> Effects {
        guard let page, state.wish?.pages.contains(page) != true else { return .unchanged }
        return wish(for: page...page, around: page, &state)
    }

    /// A row is visible: the rows around it must be loaded, and pages far from it need not be.
    private func present(_ row: Int, rows: ClosedRange<Int>, _ state: inout State) -> Effects {
        let sight = state.list.page(of: row)
        guard sight <= state.list.end else { return .unchanged }
        let reach = keeping.reach ?? HitList.maximumPages
        let first = max(state.list.page(of: rows.lowerBound), sight - reach)
        let last = min(state.list.page(of: rows.upperBound), sight + reach, state.list.end)
        let cleaned = state.list.clean(keeping, around: sight)
        var effects = wish(for: first...last, around: sight, &state)
        if !cleaned.isEmpty {
            effects.pages = cleaned
            effects.outcome = .applied
        }
        return effects
    }

    /// Notes the requested pages, and asks for the first of them unless one is asked for already.
    private func wish(for pages: ClosedRange<Int>, around sight: Int, _ state: inout State) -> Effects {
        guard let page = HitWish.next(pages, around: sight, in: state.list), mayAsk(for: page, state) else {
            return .unchanged
        }
        let before = state.wish
        state.wish = HitWish(sight: sight, pages: pages, asked: before?.asked ?? page)
        guard let before else { return Effects(outcome: .applied, intents: load(page, state)) }
        return before.pages == pages && before.sight == sight ? .unchanged : .applied
    }
}

// MARK: - A restart

extension HitsInteractor {
    public func save(_ state: State) -> JSON? {
        var saved = JSONObject()
        let (list, run) = (state.list, state.run)
        if state.isPast || (!list.isEmpty && (state.wish != nil || state.end != presumedEnd(state))) {
            saved["list"] = JSON(list.number)
            saved["slots"] = list.savedSlots
            if state.isPast { saved["past"] = true }
            if let end = state.end { saved["end"] = JSON(end) }
            if let wish = state.wish { saved["wish"] = wish.saved }
            if !state.stale.isEmpty { saved["stale"] = .array(state.stale.sorted().map { JSON($0) }) }
            if let shown = state.search.shown(of: searcher) { saved["shown"] = JSON(shown) }
        }
        if run.first != run.number {
            saved["run"] = JSON(run.first)
            saved["newest"] = JSON(run.number)
        }
        if !state.selected.isEmpty { saved["selected"] = JSON(state.selected) }
        return saved.keys.isEmpty ? nil : .object(saved)
    }

    /// Where the list's search ended, as it mostly is: the next request was another one.
    private func presumedEnd(_ state: State) -> Int? {
        state.run.number > state.list.number ? state.list.number + 1 : nil
    }

    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {
        state.search.restore(from: view)
        state.run.restore(first: saved?["run"]?.int, newest: saved?["newest"]?.int)
        state.selected = selection.restored(saved?["selected"])
        guard let view else { return }
        // What was saved of another list is of no use.
        let own = saved?["list"]?.int == view["list"]?.int ? saved : nil
        if state.list.isEmpty || own?["past"]?.bool == true, view["pages"]?.int ?? 0 > 0 {
            // The last answer is not the one that began the list, or not processed yet: only the view has the list.
            guard let list = HitList(view: view, slots: own?["slots"]) else { return }
            (state.list, state.isPast) = (list, own?["past"]?.bool ?? false)
            // The request whose list the next page continues.
            state.search.restore(shown: own?["shown"]?.int ?? list.number, of: searcher)
        } else if state.list.isEmpty, let shown = own?["shown"]?.int {
            // An answer without hits, before one that cannot be shown.
            state.search.restore(shown: shown, of: searcher)
            state.isPast = true
        }
        guard !state.list.isEmpty else { return }
        state.end = own == nil ? presumedEnd(state) : own?["end"]?.int
        state.wish = HitWish(saved: own?["wish"])
        state.stale = Set((own?["stale"]?.array ?? []).compactMap(\.int)).intersection(state.list.pages)
    }
}

/// Requested pages, one of which is in flight.
struct HitWish: Sendable, Hashable {
    var sight: Int
    /// The pages wanted, those that are loaded among them.
    var pages: ClosedRange<Int>
    var asked: Int

    /// The page to ask for next: the one in sight, then those after it, then those before it, the nearest first.
    static func next(_ pages: ClosedRange<Int>, around sight: Int, in list: HitList) -> Int? {
        let after = pages.lazy.filter { $0 >= sight && !list.has($0) }.first
        return after ?? pages.lazy.reversed().first { $0 < sight && !list.has($0) }
    }

    /// The page to ask for when the last one has come.
    func next(in list: HitList) -> Int? { Self.next(pages, around: sight, in: list) }
}

extension HitWish {
    /// The wish as it is kept for a restart.
    var saved: JSON { [JSON(sight), JSON(pages.lowerBound), JSON(pages.upperBound), JSON(asked)] }

    /// A saved wish; `nil` for other values.
    init?(saved: JSON?) {
        let numbers = (saved?.array ?? []).compactMap(\.int)
        guard numbers.count == 4, numbers.allSatisfy(HitList.pageRange.contains), numbers[1] <= numbers[2] else {
            return nil
        }
        self.init(sight: numbers[0], pages: numbers[1]...numbers[2], asked: numbers[3])
    }
}
