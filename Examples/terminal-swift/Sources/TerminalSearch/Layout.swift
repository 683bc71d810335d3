// SPDX-License-Identifier: MIT

import SearchClient

/// Draws a screen: a value in, a picture out.
struct Layout: Sendable {
    /// Below this width there is one column: the side or the hits, whichever has the focus.
    private static let narrow = 60
    private static let help =
        "Tab next · ↑↓ move · Space select · ←→ end, +/- move it · 0 all · c clear · / search · q quit"
    private static let shortHelp = "Tab ↑↓ Space · ←→ +/- 0 · c / q"
    private static let boxHelp = "Type to search · Tab next · ↓ hits · Esc empty · Ctrl-C quit"

    let screen: Screen
    let size: Size

    init(_ screen: Screen, size: Size) {
        self.screen = screen
        self.size = Size(columns: max(size.columns, 1), rows: max(size.rows, 1))
    }

    /// The picture: exactly as many lines as the terminal has rows, each as wide as it.
    var picture: Picture {
        let (box, column) = boxLine
        let head = [heading, box, summary, Line(String(repeating: "─", count: size.columns), .dim)]
        let room = max(size.rows - head.count - 1, 0)
        let fitting = size.columns < Cells.width(of: Self.help) ? Self.shortHelp : Self.help
        let help = Line(screen.focus == .box ? Self.boxHelp : fitting, .dim)
        let lines = (head + body(rows: room) + [help]).prefix(size.rows)
        return Picture(
            size: size,
            lines: lines.map { $0.fitted(to: size.columns) },
            caret: screen.focus == .box && size.rows > 1
                ? Picture.Place(row: 1, column: min(column, size.columns - 1)) : nil
        )
    }

    // MARK: The head

    private var heading: Line {
        let state = screen.connection.isEmpty ? "" : "  \(screen.connection)"
        return Line([
            Span(screen.title, .bold), Span(state, .warning),
            Span(screen.notice.isEmpty ? "" : "  \(screen.notice)", .warning),
        ])
    }

    /// The box, and the column of the caret.
    ///
    /// What does not fit is cut at its beginning, so that the caret stays in sight.
    private var boxLine: (Line, caret: Int) {
        let prompt = "> "
        let room = max(size.columns - prompt.count - 1, 0)
        var before = Substring(screen.query.prefix(screen.caret))
        while Cells.width(of: String(before)) > room { before = before.dropFirst() }
        let text = before + screen.query.dropFirst(screen.caret)
        let content = screen.query.isEmpty ? Span(screen.placeholder, .dim) : Span(String(text))
        let line = Line([Span(prompt, screen.focus == .box ? [.bold, .accent] : .dim), content])
        return (line, prompt.count + Cells.width(of: String(before)))
    }

    private var summary: Line {
        var spans = [Span(screen.stats)]
        if screen.isLoading { spans.append(Span("  …", .accent)) }
        if !screen.filters.isEmpty {
            spans.append(Span("  [" + screen.filters.joined(separator: "] [") + "]", .accent))
        }
        return Line(spans)
    }

    // MARK: The body

    private func body(rows: Int) -> [Line] {
        let isInSide = if case .box = screen.focus { false } else { screen.focus != .hits }
        if size.columns < Self.narrow {
            return isInSide ? side(rows: rows, columns: size.columns) : hits(rows: rows, columns: size.columns)
        }
        let sideColumns = min(size.columns / 3, 32)
        let left = side(rows: rows, columns: sideColumns)
        let right = hits(rows: rows, columns: size.columns - sideColumns - 3)
        return (0..<rows).map { row in
            left[row].fitted(to: sideColumns) + Line(" │ ", .dim) + right[row]
        }
    }

    private func side(rows: Int, columns: Int) -> [Line] {
        var lines: [Line] = []
        var wanted = 0
        for (index, range) in screen.ranges.enumerated() {
            let isFocused = screen.focus == .range(index)
            if isFocused { wanted = lines.count + 2 }
            lines += RangeDrawing(range: range, isFocused: isFocused, columns: columns).lines + [Line()]
        }
        for (index, facets) in screen.facets.enumerated() {
            let isFocused = screen.focus == .facets(index)
            lines.append(Line(facets.title, isFocused ? [.bold, .accent] : .bold))
            for (place, item) in facets.items.enumerated() {
                let isHere = isFocused && place == min(facets.cursor, facets.items.count - 1)
                if isHere { wanted = lines.count }
                lines.append(facet(item, isHere: isHere, columns: columns))
            }
            if facets.items.isEmpty { lines.append(Line("–", .dim)) }
            if isFocused, facets.items.isEmpty { wanted = lines.count - 1 }
            lines.append(Line())
        }
        return window(lines, rows: rows, showing: wanted)
    }

    private func facet(_ item: SelectableItem<Facet>, isHere: Bool, columns: Int) -> Line {
        let style: Style = isHere ? .inverse : item.isSelected ? .accent : []
        let count = String(item.item.count)
        let label = Line((item.isSelected ? "[x] " : "[ ] ") + item.item.value, style)
        let room = max(columns - count.count - 1, 0)
        return label.fitted(to: room) + Line(" " + count, isHere ? .inverse : .dim)
    }

    private func hits(rows: Int, columns: Int) -> [Line] {
        guard !screen.hits.isEmpty else {
            let hint = screen.filters.isEmpty ? "" : " Filters are on: Tab, then c removes them."
            let isKnown = !screen.isLoading && !screen.stats.isEmpty
            return window([Line(isKnown ? "Nothing found.\(hint)" : "", .dim)], rows: rows, showing: 0)
        }
        let lines = screen.hits.enumerated().map { index, hit in
            let isHere = screen.focus == .hits && index == screen.selectedHit
            let base: Style = isHere ? .inverse : []
            let title = hit.title.map { Span($0.text, $0.isMatched ? base.union([.bold, .underlined]) : base) }
            return Line(title + [Span("  " + hit.details, isHere ? base : .dim)]).fitted(to: max(columns, 1))
        }
        return window(lines, rows: rows, showing: screen.focus == .hits ? screen.selectedHit : 0)
    }

    /// As many lines as there are rows, with the wanted one among them.
    private func window(_ lines: [Line], rows: Int, showing wanted: Int) -> [Line] {
        let start = max(0, min(wanted - rows + 3, lines.count - rows))
        let shown = Array(lines.dropFirst(start).prefix(rows))
        return shown + Array(repeating: Line(), count: max(rows - shown.count, 0))
    }
}
