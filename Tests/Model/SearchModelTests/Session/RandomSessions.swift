// SPDX-License-Identifier: MIT

import RandomTesting
import SearchModel
import Wire

extension SeededGenerator {
    /// Whether an event with the probability 1/n happens.
    mutating func once(in times: Int) -> Bool { Int.random(in: 0..<times, using: &self) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}

/// Random sessions of one app, with texts that are hard to encode.
struct RandomSessions {
    var random: SeededGenerator
    let base: SessionState
    let scheme: PermalinkScheme

    // Of texts that are equal and differ in their bytes there is only one: which of them is kept is not specified.
    private static let words = [
        "", "lamp", "Acme", "Globex", "q", "page", "a b", "e\u{301}", "😀", "שלום", "\u{202E}rtl", "日本", "100%",
        "%41",
        "a&b", "a=b", "a+b", "#", "?", "/", "\u{0}", "\u{7F}", "~", "a~b", "~\u{301}", "'", "''", "it's", "'a'", "..",
        "1..2",
        "10", "-5", "1e5", "1e+5", "1E400", "007", "0", "-0", "true", "false", "null", "<5", ">=10", "=1", "!=2", "!a",
        "!'a'",
        "-", "-a", ",", "a,b", "\r\n", "\"", "\\", "<b>", "(today)", "(", "a<score=5>", "<score=5>", ".", "...", " ",
        " 10", "10 ",
        "a/b", "'/'", "!", "!!",
        "price",
    ]
    private static let attributes = [
        "brand", "price", "_tags", "color", "size", "specs.weight", "categories.lvl0", "categories.lvl1", "q", "page",
        "q.a",
        "a/b", "it's", "é", "100%", "!",
    ]
    private static let groupNames = ["brand", "price", "", "a/b", "g~", "'", "h ü"]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let brand = FilterGroup.ID(kind: .or, name: "brand")
        let path = FilterGroup.ID(kind: .hierarchical, name: "categories")
        base = SessionState(
            filters: [
                "main": FilterState(
                    groups: [
                        FilterGroup(id: brand, filters: [.facet("brand", "Acme"), .facet("color", "red")]),
                        FilterGroup(id: path, filters: [.facet("categories.lvl0", "A")]),
                    ]
                ),
                "second": FilterState(),
            ],
            searchers: [
                "products": SearcherState(), "films": SearcherState(query: "initial", index: "f"),
                "a-b": SearcherState(parameters: JSONObject([("n", 1)])),
            ]
        )
        scheme = PermalinkScheme(
            keys: [
                .init(name: "brand", filterState: "main", group: brand, attribute: "brand"),
                .init(name: "price", filterState: "main", group: .init(kind: .and, name: "price"), attribute: "price"),
                .init(name: "categories.lvl0", filterState: "main", group: path, attribute: "categories.lvl0"),
                .init(name: "color", filterState: "main", group: brand, attribute: "color"),
                .init(name: "color", filterState: "second", group: brand, attribute: "color"),
                .init(name: "q", filterState: "main", group: brand, attribute: "q"),
                .init(name: "q.products", filterState: "main", group: brand, attribute: "q.products"),
                .init(name: "it's", filterState: "second", group: brand, attribute: "it's"),
                .init(name: "gone", filterState: "gone", group: brand, attribute: "gone"),
            ],
            base: base,
            valueSearchers: ["a-b"]
        )
    }

    mutating func text() -> String {
        switch Int.random(in: 0..<20, using: &random) {
        case 0: String(repeating: random.pick(["a", "'", "~", "%"]), count: random.once(in: 8) ? 1_000 : 30)
        case 1..<6: random.pick(Self.words) + random.pick(Self.words)
        default: random.pick(Self.words)
        }
    }

    mutating func number() -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Double(Int.random(in: -20...20, using: &random))
        case 1: Double(Int.random(in: -2_000...2_000, using: &random)) / 16
        case 2:
            random.pick([
                0, 1e17, -1e300, 1e-7, 9_007_199_254_740_992, 9_007_199_254_740_994, 0.1, .leastNonzeroMagnitude,
            ])
        default:
            Double.random(in: -1e6...1e6, using: &random)
        }
    }

    mutating func filter(in kind: FilterGroup.Kind) -> Filter {
        let attribute = random.pick(Self.attributes)
        let isNegated = kind != .hierarchical && random.once(in: 5)
        let score = random.once(in: 6) ? Int.random(in: 0...9, using: &random) : nil
        func facet(_ value: FacetValue) -> Filter {
            .facet(attribute, value, isNegated: isNegated, score: score)
        }
        switch Int.random(in: 0..<(kind == .hierarchical ? 5 : 10), using: &random) {
        case 0: return facet(FacetValue(number()))
        case 1: return facet(.bool(random.once(in: 2)))
        case 2: return facet(.integer(Int64.random(in: Int64.min...Int64.max, using: &random)))
        case 3, 4: return facet(.text(text()))
        case 5:
            let ends = [number(), number()].sorted()
            return Filter(attribute: attribute, condition: .range(ends[0]...ends[1]), isNegated: isNegated)
        case 6:
            let comparison = random.pick(Filter.Operator.allCases)
            return Filter(attribute: attribute, condition: .comparison(comparison, number()), isNegated: isNegated)
        case 8: return geo(isNegated)
        case 7:
            let unit = random.pick(DatePeriod.Unit.allCases)
            let count = Int.random(in: DatePeriod.counts, using: &random)
            let time = CalendarTime(seconds: Double.random(in: -6e10...2e11, using: &random))
            let spans = [DatePeriod.Span.last(count, unit), .next(1, unit), .this(unit), .since(time), .until(time)]
            let period = DatePeriod(random.pick(spans), in: random.pick(DatePeriod.Scale.allCases))
            return .date(attribute, period, isNegated: isNegated)
        default: return .tag(text())
        }
    }

    /// Somewhere on the earth; a tag where that is nowhere.
    private mutating func geo(_ isNegated: Bool) -> Filter {
        let latitudes = [Double.random(in: -90...90, using: &random), random.pick([-90, 0, 90])].sorted()
        let longitudes = [Double.random(in: -180...180, using: &random), random.pick([-180, 1e-7, 180])]
        guard let first = GeoPoint(latitude: latitudes[0], longitude: longitudes[0]),
            let second = GeoPoint(latitude: latitudes[1], longitude: longitudes[1])
        else { return .tag("nowhere") }
        let circle = GeoShape.circle(first, radius: random.pick([0, 0.5, 1e-7, 20_040_000]))
        if random.once(in: 3), let polygon = try? GeoShape(corners: [first, second, first]) {
            return .geo(polygon, isNegated: isNegated)
        }
        return .geo(random.once(in: 2) ? circle : .box(southWest: first, northEast: second), isNegated: isNegated)
    }

    mutating func group() -> FilterGroup.ID {
        let known = [FilterGroup.ID(kind: .or, name: "brand"), .init(kind: .hierarchical, name: "categories")]
        guard !random.once(in: 3) else { return random.pick(known) }
        return FilterGroup.ID(kind: random.pick(FilterGroup.Kind.allCases), name: random.pick(Self.groupNames))
    }

    /// Changes one thing or another.
    mutating func change(_ state: inout SessionState) {
        let searcher = random.pick(base.searchers.keys.sorted())
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            let query = text()
            for name in base.searchers.keys { state.searchers[name]?.query = query }
        case 1: state.searchers[searcher]?.query = text()
        case 2: state.searchers[searcher]?.index = random.pick([nil, "f", "é/1", "10"])
        case 3:
            state.searchers[searcher]?.parameters = JSONObject([(text(), .string(text())), ("n", [1, [:], .null])])
        case 4: state.searchers[searcher]?.page = Int.random(in: 0...9, using: &random)
        default:
            let (name, id) = (random.pick(["main", "second"]), group())
            var filters = state.filters[name] ?? FilterState()
            switch Int.random(in: 0..<6, using: &random) {
            case 0: filters.removeGroups { $0 == id }
            case 1: filters.removeAll(attribute: random.pick(Self.attributes))
            case 2 where id.kind == .hierarchical:
                let levels = Self.attributes.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))
                filters.setAttributes(Array(levels), of: id)
            default: filters.toggle(filter(in: id.kind), in: id)
            }
            state.filters[name] = filters
        }
    }

    /// A state some changes away from the base.
    mutating func state() -> SessionState {
        var state = base
        for _ in 0..<Int.random(in: 0...12, using: &random) { change(&state) }
        return state
    }
}
