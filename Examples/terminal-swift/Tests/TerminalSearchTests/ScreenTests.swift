// SPDX-License-Identifier: MIT

import SearchClient
import Testing

@testable import TerminalSearch

private func item(_ value: String, _ count: Int, _ isSelected: Bool = false) -> SelectableItem<Facet> {
    SelectableItem(item: Facet(value: value, count: count), isSelected: isSelected)
}

private func store() -> Screen {
    var screen = Screen()
    screen.title = "Store"
    screen.stats = "3 results"
    screen.ranges = [Screen.Range(title: "Price", bounds: 0...100)]
    screen.facets = [Screen.Facets(title: "Brand", items: [item("Acme", 12, true), item("Borealis", 3)])]
    screen.hits = ["kettle", "lamp", "灯"].map {
        HitRow(title: [.init($0, isMatched: $0 == "lamp")], details: "Acme · $9.00")
    }
    return screen
}

@Suite struct ScreenKeyTests {
    private func press(_ screen: inout Screen, _ keys: Key...) -> [Action] { keys.flatMap { screen.press($0) } }

    @Test func `typing changes the text at the caret`() {
        var screen = Screen()
        #expect(press(&screen, .character("l"), .character("p")) == [.changeQuery("l"), .changeQuery("lp")])
        #expect(press(&screen, .left, .character("a"), .character("q")) == [.changeQuery("lap"), .changeQuery("laqp")])
        #expect(press(&screen, .backspace, .delete, .delete) == [.changeQuery("lap"), .changeQuery("la")])
        #expect(press(&screen, .home, .backspace, .enter) == [.submit])
        #expect(press(&screen, .escape, .escape) == [.changeQuery("")])
    }

    @Test func `a mark joins its letter, and the caret stays within`() {
        var screen = Screen()
        #expect(press(&screen, .character("e"), .character("\u{301}")).last == .changeQuery("é"))
        #expect(screen.caret == 1)
        screen.show(query: "kettle")
        #expect(screen.caret == 6)
        screen.caret = 2
        screen.show(query: "k")
        #expect(screen.caret == 1)
    }

    @Test func `Tab goes round, and keys act on what has the focus`() {
        var screen = store()
        #expect(press(&screen, .tab) == [])
        #expect(screen.focus == .range(0))
        #expect(
            press(&screen, .tab, .down, .down, .character(" ")) == [.click(facets: 0, screen.facets[0].items[1].item)]
        )
        #expect(press(&screen, .tab, .down, .down, .down) == [.show(row: 1), .show(row: 2), .show(row: 2)])
        #expect(press(&screen, .tab, .backTab, .backTab) == [])
        #expect(screen.focus == .facets(0))
        #expect(press(&screen, .character("c"), .character("q")) == [.clearFilters, .leave])
        _ = press(&screen, .character("/"))
        #expect(screen.focus == .box)
        #expect(press(&screen, .character("q"), .control("c")) == [.changeQuery("q"), .leave])
    }

    @Test func `the ends of a range move by steps, within the bounds and not past each other`() {
        var screen = store()
        screen.focus = .range(0)
        #expect(press(&screen, .character("-")) == [])
        #expect(
            press(&screen, .character("+"), .character("+")) == [.changeRange(0, 5...100), .changeRange(0, 10...100)]
        )
        #expect(press(&screen, .right, .character("-")) == [.changeRange(0, 10...95)])
        for _ in 0..<40 { _ = press(&screen, .down) }
        #expect(screen.ranges[0].item == 10...10)
        #expect(press(&screen, .character("0")) == [.changeRange(0, 0...100)])
        #expect(screen.ranges[0].item == nil)
        screen.ranges[0].bounds = nil
        #expect(press(&screen, .character("+")) == [])
    }

    @Test func `steps are as fine as what is shown`() {
        #expect(Screen.Range(title: "", precision: 0, bounds: 1...3).step == 1)
        #expect(abs(Screen.Range(title: "", precision: 1, bounds: 1...5).step - 0.2) < 1e-9)
        #expect(Screen.Range(title: "", precision: 0, bounds: 1...500).step == 25)
    }

    @Test func `a moved end is a number as it is shown`() {
        var screen = store()
        screen.focus = .range(0)
        screen.ranges[0].bounds = 16.95...194.95
        #expect(press(&screen, .character("+")) == [.changeRange(0, 26...194.95)])
        #expect(press(&screen, .right, .character("-")) == [.changeRange(0, 26...186)])
        screen.ranges[0] = Screen.Range(title: "", precision: 1, bounds: 2.4...5, movesUpperEnd: true)
        #expect(press(&screen, .character("-")) == [.changeRange(0, 2.4...4.9)])
    }

    @Test func `keys where there is nothing do nothing`() {
        var screen = Screen()
        for focus in [Screen.Focus.range(0), .facets(0), .hits] {
            screen.focus = focus
            #expect(press(&screen, .down, .end, .character(" "), .enter, .character("+"), .pageDown, .home) == [])
        }
    }
}

@Suite struct LayoutTests {
    private func text(_ screen: Screen, _ columns: Int, _ rows: Int) -> [String] {
        Layout(screen, size: Size(columns: columns, rows: rows)).picture.lines.map(\.text)
    }

    @Test func `the whole store`() {
        let lines = text(store(), 72, 11).map { String($0.reversed().drop { $0 == " " }.reversed()) }
        #expect(
            lines == [
                "Store",
                "> Search",
                "3 results",
                String(repeating: "─", count: 72),
                "Price                    │ kettle  Acme · $9.00",
                "0 – 100                  │ lamp  Acme · $9.00",
                "●━━━━━━━━━━━━━━━━━━━━━━● │ 灯  Acme · $9.00",
                "                         │",
                "Brand                    │",
                "[x] Acme              12 │",
                "Type to search · Tab next · ↓ hits · Esc empty · Ctrl-C quit",
            ]
        )
    }

    @Test func `every size has a picture of exactly its size`() {
        var screen = store()
        for focus in [Screen.Focus.box, .range(0), .facets(0), .hits] {
            screen.focus = focus
            for columns in 1...90 {
                for rows in [1, 2, 3, 5, 6, 24] {
                    let picture = Layout(screen, size: Size(columns: columns, rows: rows)).picture
                    #expect(picture.lines.count == rows)
                    #expect(picture.lines.allSatisfy { $0.width == columns }, "\(columns) \(rows) \(focus)")
                    #expect(picture.caret.map { $0.row < rows && $0.column < columns } ?? true)
                }
            }
        }
    }

    @Test func `a narrow terminal shows what has the focus`() {
        var screen = store()
        #expect(text(screen, 40, 12).contains { $0.contains("kettle") })
        screen.focus = .facets(0)
        #expect(text(screen, 40, 12).contains { $0.contains("Borealis") })
        #expect(!text(screen, 40, 12).contains { $0.contains("kettle") })
    }

    @Test func `what has the focus is in sight`() {
        var screen = store()
        screen.hits = (0..<100).map { HitRow(title: [.init("hit \($0)", isMatched: false)], details: "") }
        screen.facets += (0..<20).map { Screen.Facets(title: "facet \($0)", items: [item("value \($0)", 1)]) }
        (screen.focus, screen.selectedHit) = (.hits, 70)
        #expect(text(screen, 80, 12).contains { $0.contains("hit 70") })
        for index in screen.facets.indices.dropFirst() {
            screen.focus = .facets(index)
            #expect(text(screen, 80, 12).contains { $0.contains("value \(index - 1)") })
        }
    }

    @Test func `a long text keeps the caret in sight`() {
        var screen = Screen()
        screen.query = String(repeating: "灯", count: 100)
        screen.caret = 100
        let picture = Layout(screen, size: Size(columns: 20, rows: 5)).picture
        #expect(picture.caret == Picture.Place(row: 1, column: 18))
    }

    @Test func `only lines that changed are written`() {
        var screen = store()
        let size = Size(columns: 72, rows: 11)
        let first = Layout(screen, size: size).picture
        screen.stats = "2 results"
        let second = Layout(screen, size: size).picture
        #expect(first.commands(after: nil, inColour: false).contains("kettle"))
        let commands = second.commands(after: first, inColour: false)
        #expect(commands.contains("2 results") && !commands.contains("kettle"))
        let other = Layout(screen, size: Size(columns: 80, rows: 11)).picture
        #expect(other.commands(after: second, inColour: false).contains("kettle"))
    }
}
