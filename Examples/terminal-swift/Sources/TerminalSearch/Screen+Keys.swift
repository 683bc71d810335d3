// SPDX-License-Identifier: MIT

import SearchClient

/// What a key asks for, beyond what it changes on the screen.
enum Action: Sendable, Hashable {
    case changeQuery(String)
    case submit
    case click(facets: Int, Facet)
    case changeRange(Int, ClosedRange<Double>)
    case show(row: Int)
    case clearFilters
    case leave
}

extension Screen {
    /// Changes the screen as a key says; gives what it asks for.
    mutating func press(_ key: Key) -> [Action] {
        switch key {
        case .control("c"), .control("d"): return [.leave]
        case .tab: return moveFocus(by: 1)
        case .backTab: return moveFocus(by: -1)
        default: break
        }
        if focus == .box { return pressInBox(key) }
        switch key {
        case .character("q"): return [.leave]
        case .character("/"):
            focus = .box
            return []
        case .character("c"): return [.clearFilters]
        default: break
        }
        switch focus {
        case .box: return []
        case .range(let index): return pressInRange(index, key)
        case .facets(let index): return pressInFacets(index, key)
        case .hits: return pressInHits(key)
        }
    }

    /// Shows a text that another client has set; the caret keeps its position, as far as the text reaches.
    mutating func show(query text: String) {
        caret = caret >= query.count ? text.count : min(caret, text.count)
        query = text
    }

    private mutating func moveFocus(by step: Int) -> [Action] {
        let stops = stops
        let index = stops.firstIndex(of: focus) ?? 0
        focus = stops[(index + step + stops.count) % stops.count]
        return []
    }

    // MARK: The box

    private mutating func pressInBox(_ key: Key) -> [Action] {
        let before = query
        switch key {
        case .character(let character):
            guard query.count < 512 else { return [] }
            query.insert(character, at: query.index(query.startIndex, offsetBy: caret))
            // A mark may have joined the character before it.
            caret = min(caret + query.count - before.count, query.count)
        case .backspace where caret > 0:
            caret -= 1
            query.remove(at: query.index(query.startIndex, offsetBy: caret))
        case .delete where caret < query.count:
            query.remove(at: query.index(query.startIndex, offsetBy: caret))
        case .escape, .control("u"): (query, caret) = ("", 0)
        case .left: caret = max(caret - 1, 0)
        case .right: caret = min(caret + 1, query.count)
        case .home, .control("a"): caret = 0
        case .end, .control("e"): caret = query.count
        case .down: focus = .hits
        case .enter: return [.submit]
        default: break
        }
        return query == before ? [] : [.changeQuery(query)]
    }

    // MARK: Facets

    private mutating func pressInFacets(_ index: Int, _ key: Key) -> [Action] {
        guard facets.indices.contains(index), !facets[index].items.isEmpty else { return [] }
        let last = facets[index].items.count - 1
        switch key {
        case .up: facets[index].cursor = max(facets[index].cursor - 1, 0)
        case .down: facets[index].cursor = min(facets[index].cursor + 1, last)
        case .home: facets[index].cursor = 0
        case .end: facets[index].cursor = last
        case .character(" "), .enter:
            return [.click(facets: index, facets[index].items[min(facets[index].cursor, last)].item)]
        default: break
        }
        return []
    }

    // MARK: Ranges

    private mutating func pressInRange(_ index: Int, _ key: Key) -> [Action] {
        guard ranges.indices.contains(index) else { return [] }
        switch key {
        case .left: ranges[index].movesUpperEnd = false
        case .right, .character(" "): ranges[index].movesUpperEnd = true
        case .character("+"), .character("="), .up: return moveEnd(of: index, by: ranges[index].step)
        case .character("-"), .character("_"), .down: return moveEnd(of: index, by: -ranges[index].step)
        case .character("0"), .backspace, .escape:
            guard let bounds = ranges[index].bounds, ranges[index].item != nil else { return [] }
            ranges[index].item = nil
            return [.changeRange(index, bounds)]
        default: break
        }
        return []
    }

    private mutating func moveEnd(of index: Int, by step: Double) -> [Action] {
        guard let bounds = ranges[index].bounds, let shown = ranges[index].shown else { return [] }
        var (low, high) = (shown.lowerBound, shown.upperBound)
        if ranges[index].movesUpperEnd {
            high = max(min(ranges[index].rounded(high + step), max(bounds.upperBound, high)), low)
        } else {
            low = min(max(ranges[index].rounded(low + step), min(bounds.lowerBound, low)), high)
        }
        guard low...high != shown else { return [] }
        ranges[index].item = low...high
        return [.changeRange(index, low...high)]
    }

    // MARK: Hits

    private mutating func pressInHits(_ key: Key) -> [Action] {
        let last = max(hits.count - 1, 0)
        switch key {
        case .up where selectedHit == 0: focus = .box
        case .up: selectedHit -= 1
        case .down: selectedHit = min(selectedHit + 1, last)
        case .pageUp: selectedHit = max(selectedHit - 10, 0)
        case .pageDown: selectedHit = min(selectedHit + 10, last)
        case .home: selectedHit = 0
        case .end: selectedHit = last
        default: return []
        }
        return hits.isEmpty ? [] : [.show(row: selectedHit)]
    }
}
