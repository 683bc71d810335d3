// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct PermalinkTests {
    private static let brand = FilterGroup.ID(kind: .or, name: "brand")
    private static let price = FilterGroup.ID(kind: .and, name: "price")
    private static let path = FilterGroup.ID(kind: .hierarchical, name: "categories")

    private static let base = SessionState(
        filters: ["main": FilterState(), "other": FilterState()],
        searchers: ["films": SearcherState(), "products": SearcherState(), "words": SearcherState()]
    )

    private static func scheme(_ base: SessionState = base) -> PermalinkScheme {
        PermalinkScheme(
            keys: [
                .init(name: "brand", filterState: "main", group: brand, attribute: "brand"),
                .init(name: "price", filterState: "main", group: price, attribute: "price"),
                // Two widgets with the same target share one name; a name of two targets belongs to neither.
                .init(name: "brand", filterState: "main", group: brand, attribute: "brand"),
                .init(name: "color", filterState: "main", group: brand, attribute: "color"),
                .init(name: "color", filterState: "other", group: brand, attribute: "color"),
                .init(name: "page", filterState: "main", group: brand, attribute: "page"),
                .init(name: "lvl0", filterState: "main", group: path, attribute: "categories.lvl0"),
                .init(name: "lvl1", filterState: "main", group: path, attribute: "categories.lvl1"),
            ],
            base: base
        )
    }

    @Test(
        arguments: [
            ("?price=10..5000", .range("price", 10...500)), ("?price=600..700", .range("price", 500...500)),
            ("?price=..-10", .comparison("price", .lessOrEqual, 0)), ("?price=20..30", .range("price", 20...30)),
            ("?main/and/price/price=10..5000", .range("price", 10...500)),
            ("?price=!600", .facet("price", 600, isNegated: true)), ("?price=lots", .facet("price", "lots")),
        ] as [(String, Filter)]
    )
    func `numbers beyond the limits of a place are clamped`(_ link: String, _ filter: Filter) throws {
        var scheme = Self.scheme()
        for index in scheme.keys.indices where scheme.keys[index].name == "price" {
            scheme.keys[index].limits = 0...500
        }
        let state = try SessionState(permalink: link, scheme)
        #expect(state == Self.filtered(Self.price, filter))
    }

    private static func place(_ latitude: Double, _ longitude: Double) -> GeoPoint {
        guard let point = GeoPoint(latitude: latitude, longitude: longitude) else {
            preconditionFailure("a point of these tests is invalid")
        }
        return point
    }

    private static func filtered(_ id: FilterGroup.ID, _ filters: Filter..., in name: String = "main") -> SessionState {
        var state = base
        state.filters[name] = FilterState(groups: [FilterGroup(id: id, filters: filters)])
        return state
    }

    @Test(
        arguments: [
            ("?", base),
            ("?brand=Acme~Globex", filtered(brand, .facet("brand", "Acme"), .facet("brand", "Globex"))),
            ("?price=10..50", filtered(price, .range("price", 10...50))),
            ("?price=-1.5..1e300", filtered(price, .range("price", -1.5...1e300))),
            ("?price=10..", filtered(price, .comparison("price", .greaterOrEqual, 10))),
            ("?price=..-10", filtered(price, .comparison("price", .lessOrEqual, -10))),
            ("?price=%3E10", filtered(price, .comparison("price", .greater, 10))),
            ("?price=%3C10", filtered(price, .comparison("price", .less, 10))),
            ("?price=%3D10", filtered(price, .comparison("price", .equal, 10))),
            ("?price=!%3D10", filtered(price, .comparison("price", .notEqual, 10))),
            (
                "?price=!%3D%3D10",
                filtered(price, Filter(attribute: "price", condition: .comparison(.equal, 10), isNegated: true))
            ),
            (
                "?price=!!%3D10",
                filtered(price, Filter(attribute: "price", condition: .comparison(.notEqual, 10), isNegated: true))
            ),
            ("?price=(last_7_days)", filtered(price, .date("price", DatePeriod(.last(7, .day))))),
            (
                "?price=!(this_month_in_ms)~%27(today)%27",
                filtered(
                    price,
                    .date("price", DatePeriod(.this(.month), in: .milliseconds), isNegated: true),
                    .facet("price", "(today)")
                )
            ),
            (
                "?main/and/price/_geoloc=(near_48.5_-11_5000)~!(box_-10_170_10_-170)",
                filtered(
                    price,
                    .geo(.circle(place(48.5, -11), radius: 5_000)),
                    .geo(.box(southWest: place(-10, 170), northEast: place(10, -170)), isNegated: true)
                )
            ),
            (
                "?main/and/price/_geoloc=(polygon_1_2_3.5_4_1_-6)",
                filtered(price, .geo(.polygon([place(1, 2), place(3.5, 4), place(1, -6)])))
            ),
            ("?price=10~-10~true", filtered(price, .facet("price", 10), .facet("price", -10), .facet("price", true))),
            ("?price=%2710%27~%27true%27", filtered(price, .facet("price", "10"), .facet("price", "true"))),
            (
                "?brand=!Acme~!10",
                filtered(brand, .facet("brand", "Acme", isNegated: true), .facet("brand", 10, isNegated: true))
            ),
            (
                "?brand=%27%27~it's~%27a~b%27".replacing("'", with: "%27"),
                filtered(brand, .facet("brand", ""), .facet("brand", "it's"), .facet("brand", "a~b"))
            ),
            ("?brand=%27%27%27a%27", filtered(brand, .facet("brand", "'a"))),
            ("?brand=M%26S%20%2B%20C%23", filtered(brand, .facet("brand", "M&S + C#"))),
            ("?main/or/brand/color=red", filtered(brand, .facet("color", "red"))),
            ("?main/or/brand/page=1", filtered(brand, .facet("page", 1))),
            ("?other/or/%27a/b%27/_tags=new", filtered(.init(kind: .or, name: "a/b"), .tag("new"), in: "other")),
            (
                "?lvl0=a&lvl1=b",
                filtered(path, .facet("categories.lvl0", "a"), .facet("categories.lvl1", "b"))
            ),
            (
                "?brand=Acme%3Cscore%3D5%3E~!a%20b%3Cscore%3D0%3E~7%3Cscore%3D12%3E~%27x%3Cscore%3D1%3E%27",
                filtered(
                    brand,
                    .facet("brand", "Acme", score: 5),
                    .facet("brand", "a b", isNegated: true, score: 0),
                    .facet("brand", 7, score: 12),
                    .facet("brand", "x<score=1>")
                )
            ),
        ] as [(String, SessionState)]
    )
    func `a state has a link that people can read`(_ link: String, _ state: SessionState) throws {
        #expect(state.permalink(Self.scheme()) == link)
        #expect(try SessionState(permalink: link, Self.scheme()) == state)
    }

    @Test func `integers of 64 bits keep every digit in a link`() throws {
        let id = FilterGroup.ID(kind: .and, name: "price")
        let bound = FacetValue.integer(161_398_618_834_599_937)
        for filter in [
            Filter.comparison("price", .greaterOrEqual, exactly: bound), .comparison("price", .less, exactly: bound),
            .range("price", from: bound, to: .integer(.max)), .facet("price", bound),
        ] {
            let state = Self.filtered(id, try #require(filter))
            let link = state.permalink(Self.scheme())
            #expect(link.contains("161398618834599937"))
            #expect(try SessionState(permalink: link, Self.scheme()) == state)
        }
    }

    @Test(
        arguments: [
            (["lamp", "lamp", "lamp"], "?q=lamp"),
            (["lamp", "lamp", "film"], "?q=lamp&q.words=film"),
            (["", "lamp", ""], "?q.products=lamp"),
            (["", "lamp", "lamp"], "?q=lamp&q.films="),
            (["a b", "c", "d"], "?q=a%20b&q.products=c&q.words=d"),
        ] as [([String], String)]
    )
    func `searchers with the same query share one parameter`(_ queries: [String], _ link: String) throws {
        var state = Self.base
        for (name, query) in zip(["films", "products", "words"], queries) { state.searchers[name]?.query = query }
        #expect(state.permalink(Self.scheme()) == link)
        #expect(try SessionState(permalink: link, Self.scheme()) == state)
    }

    @Test func `the query of all is not that of a search among values`() throws {
        var scheme = Self.scheme()
        scheme.valueSearchers = ["words"]
        let read = try SessionState(permalink: "?q=lamp", scheme)
        #expect(["films", "products", "words"].map { read.searchers[$0]?.query } == ["lamp", "lamp", ""])
        #expect(read.permalink(scheme) == "?q=lamp")
        var state = read
        state.searchers["words"]?.query = "la"
        #expect(state.permalink(scheme) == "?q=lamp&q.words=la")
        #expect(try SessionState(permalink: state.permalink(scheme), scheme) == state)
        state.searchers["films"]?.query = ""
        #expect(state.permalink(scheme) == "?q.products=lamp&q.words=la")
        #expect(try SessionState(permalink: "?q.words=lamp", scheme).searchers["words"]?.query == "lamp")
    }

    @Test func `index and parameters are in a link, the page is not`() throws {
        var state = Self.base
        state.searchers["films"] = SearcherState(
            index: "films_by_year",
            page: 3,
            parameters: JSONObject([("typoTolerance", false)])
        )
        let link = state.permalink(Self.scheme())
        #expect(link == "?index.films=films_by_year&p.films=%7B%22typoTolerance%22%3Afalse%7D")
        #expect(try SessionState(permalink: link, Self.scheme()) == state.onFirstPages)
        #expect(Self.base.searchers["films"]?.page == 0)
    }

    @Test func `a link says which of a session's initial filters were removed`() throws {
        var base = Self.filtered(Self.brand, .facet("brand", "Acme"), .facet("color", "red"))
        base.searchers["films"]?.query = "start"
        base.searchers["films"]?.index = "old"
        let scheme = Self.scheme(base)
        #expect(base.permalink(scheme) == "?")
        #expect(try SessionState(permalink: "", scheme) == base)
        #expect(Self.base.permalink(scheme) == "?q=&brand=&main/or/brand/color=&index.films=")
        #expect(try SessionState(permalink: Self.base.permalink(scheme), scheme) == Self.base)
        var state = base
        state.filters["main"]?.add(.facet("brand", "Globex"), to: Self.brand)
        #expect(state.permalink(scheme) == "?brand=Acme~Globex")
    }

    @Test(
        arguments: [
            "q=lamp", "?q=lamp", "?q=lamp#top", "/?q=lamp", "https://shop.example/search?q=lamp&utm_source=x#a?b=c",
            "localhost:8080/?q=lamp", "http://localhost/#/search?session=abc&q=lamp", "#/search?q=lamp", "?&q=lamp&&",
            "?q=film&q=lamp", "?q.nobody=1&q=lamp", "?brand=&q=lamp", "?brand&q=lamp", "http://a/b=c?q=lamp",
            "?%zz=1&q=lamp", "?nobody/or/a/b=1&q=lamp", "?a/b=1&q=lamp", "?q=%6camp", "?main/or/a/b=&q=lamp",
        ]
    )
    func `a query or a whole address is read, and unknown parts are ignored`(_ link: String) throws {
        var state = Self.base
        for name in state.searchers.keys { state.searchers[name]?.query = "lamp" }
        #expect(try SessionState(permalink: link, Self.scheme()) == state)
    }

    @Test(arguments: [
        "https://shop.example/search", "/search", "lamp", "?", "", "#", "utm_source=mail", "https://a/b=c",
    ])
    func `an address without a query of ours leads to the start`(_ link: String) throws {
        #expect(try SessionState(permalink: link, Self.scheme()) == Self.base)
    }

    @Test func `other spellings of a filter are read`() throws {
        let state = Self.filtered(
            Self.price,
            .comparison("price", .greaterOrEqual, 10),
            .comparison("price", .equal, 3)
        )
        for link in ["?price=>=10~==3", "?price=%3e%3D10~=3", "?main/and/price/price=10..~=3"] {
            #expect(try SessionState(permalink: link, Self.scheme()) == state, "\(link)")
        }
        let spaces = Self.filtered(Self.brand, .facet("brand", "a b"))
        #expect(try SessionState(permalink: "?brand=a+b", Self.scheme()) == spaces)
    }

    @Test(
        arguments: [
            ("?brand=%4", "percent-encoded"), ("?brand=%FF", "percent-encoded"), ("?q=%", "`q`"),
            ("?brand='a", "not closed"), ("?brand='a'b", "follows"), ("?brand=a~", "empty"), ("?brand=-a", "quotes"),
            ("?price=(today", "quotes"), ("?price=(yesterday)", "not a time"), ("?price=(today)<score=1>", "facet"),
            ("?price=(near_1_2_3)", "_geoloc"), ("?main/or/g/_geoloc=(near_91_2_3)", "near_LAT"),
            ("?main/or/g/_geoloc=(polygon_1_2_3)", "near_LAT"), ("?main/or/g/_geoloc=(polygon_1_2_3_4)", "corners"),
            ("?main/or/g/_geoloc=(polygon_1_2_3_4_91_6)", "near_LAT"),
            ("?main/or/g/_geoloc=(near_1_2)", "near_LAT"), ("?main/or/g/_geoloc=(box_1_2_3)", "near_LAT"),
            ("?main/or/g/_geoloc=(near_1_2_-3)", "radius"), ("?main/or/g/_geoloc=(box_5_2_3_4)", "south-west"),
            ("?lvl0=a~b", "one level"), ("?price=1..2<score=3>", "facet"), ("?brand=a<score=-1>", "score"),
            ("?price=5..1", "order"), ("?price=a..b", "order"), ("?price=..", "order"), ("?price=1e400..2", "order"),
            ("?price=>", "a number"), ("?price=<=a", "a number"), ("?p.films=[]", "object"),
            ("?p.films={", "p.films"),
            ("?main/xor/a/b=1", "kind"), ("?main/or/a/=1", "attribute"), ("?main/or/g/'a=1", "quote"),
            ("?lvl0=1..2", "facet"), ("?brand=,", "quotes"),
        ]
    )
    func `a damaged link is refused, and the message names the fault`(_ link: String, _ words: String) {
        let error = #expect(throws: JSONError.self) { try SessionState(permalink: link, Self.scheme()) }
        #expect(error.map { $0.description.contains(words) } == true, "\(error.map(\.description) ?? "")")
    }

    @Test func `the levels of a hierarchy are in a link where they are others`() throws {
        var state = Self.base
        state.filters["main"]?.setAttributes(["categories.lvl0", "a~b"], of: Self.path)
        let link = state.permalink(Self.scheme())
        #expect(link == "?main/hierarchical/categories/%27%27=categories.lvl0~%27a~b%27")
        #expect(try SessionState(permalink: link, Self.scheme()) == state)
        state.filters["main"]?.setPath([.facet("categories.lvl0", "A")], in: Self.path)
        #expect(try SessionState(permalink: state.permalink(Self.scheme()), Self.scheme()) == state)
        let scheme = Self.scheme(state)
        #expect(state.permalink(scheme) == "?")
        let other = try SessionState(permalink: "?main/hierarchical/categories/a~b=x", scheme)
        #expect(other.filters["main"]?.group(Self.path).attributes == ["categories.lvl0", "a~b"])
        #expect(other.filters["main"]?.filters(in: Self.path) == [.facet("a~b", "x")], "a path is said whole")
    }

    @Test func `a link and what it leads to are limited`() throws {
        let scheme = Self.scheme()
        let long = String(repeating: "a", count: 2_048)
        #expect(try SessionState(permalink: "?q=" + long, scheme).searchers["films"]?.query == long)
        for link in [
            "?q=" + long + "a", "?brand=" + long + long + "a", "?utm=" + String(repeating: "x", count: 16_384),
            "?brand=" + (0...1_000).map { "v\($0)" }.joined(separator: "~"),
            "?p.films=" + String(repeating: "[", count: 100), "?p.films={\"a\":\"" + long + long + "\"}",
            "?index.films=" + long, "?main/or/" + long + long + "a/b=1",
        ] {
            #expect(throws: JSONError.self, "\(link.prefix(30))") { try SessionState(permalink: link, scheme) }
        }
        let many = "?" + (0..<1_200).map { "main/or/\($0)/a=1" }.joined(separator: "&")
        #expect(throws: JSONError.self) { try SessionState(permalink: many, scheme) }
    }

    @Test(.timeLimit(.minutes(5)))
    func `a link of many small parts is read`() throws {
        let repeated = "?" + (0..<1_600).map { "brand=\($0 % 900)" }.joined(separator: "&")
        let places = "?" + (0..<900).map { "main/or/g/\($0)=1" }.joined(separator: "&")
        let values = "?brand=" + String(repeating: "1~", count: 8_000) + "1"
        for (link, count) in [(repeated, 900), (places, 900), (values, 1)] {
            #expect(try SessionState(permalink: link, Self.scheme()).filters["main"]?.count == count)
        }
    }

    @Test(arguments: [
        ("?q=100%", "100%", 1, 0), ("?q=%ff", "", 1, 0), ("?q=la%ffmp%2", "lamp%2", 1, 0),
        ("?q=lamp&price=5..1", "lamp", 1, 0), ("?q=lamp&brand=Acme~5..1~'open&price=10..", "lamp", 2, 2),
        ("?q=lamp&brand=Acme~Globex", "lamp", 0, 2),
    ])
    func `of a damaged link everything that can be read is kept`(
        _ link: String,
        _ query: String,
        _ problems: Int,
        _ filters: Int
    ) {
        let (state, found) = SessionState.readable(permalink: link, Self.scheme())
        #expect(found.count == problems, "\(found)")
        #expect(state.searchers["films"]?.query == query)
        #expect(state.filters["main"]?.count == (filters == 0 ? Self.base.filters["main"]?.count : filters))
    }

    @Test(arguments: ["a", "ж", "本", "🏮"])
    func `a link holds as many bytes of text in every script`(_ letter: String) throws {
        let room = SessionLimits.link - 200
        let values = (0..<40).map { _ in String(repeating: letter, count: room / 40 / letter.utf8.count) }
        let texts = values.enumerated().map { "\($0)\($1.dropFirst(2))" }
        var state = Self.base
        state.filters["main"] = FilterState(groups: [
            FilterGroup(id: .init(kind: .or, name: "brand"), filters: texts.map { .facet("brand", .text($0)) })
        ])
        let link = state.permalink(Self.scheme())
        #expect(SessionLimits.admits(link: link.utf8))
        #expect(link.utf8.count <= SessionLimits.address)
        #expect(try SessionState(permalink: link, Self.scheme()).filters["main"]?.count == 40)
        let longer = link + String(repeating: "a", count: SessionLimits.link)
        #expect(throws: JSONError.self) { try SessionState(permalink: longer, Self.scheme()) }
    }
}
