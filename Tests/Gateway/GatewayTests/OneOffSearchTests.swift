// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Interactors
import SearchModel
import Testing
import Wire

@testable import Gateway

/// The searches that a program may send without a session, and their requests.
@Suite struct OneOffSearchTests {
    private let table: SearcherTable

    init() {
        var app = TestGateway.app
        let orders: JSON = ["items": [["index": "products"], ["index": "products_cheap"]]]
        app.widgets.append(
            App.Widget(WidgetConfiguration(name: "order", type: "sort-by", searcher: "products", parameters: orders))
        )
        table = SearcherTable(app)
    }

    private func parse(_ text: String) throws -> [OneOffSearch] {
        try OneOffSearch.parse(JSON(parsing: text), for: table).searches
    }

    @Test func `A search is read with everything that it may say`() throws {
        let text = """
            {"searcher":"products","query":"lamp","page":2,"hitsPerPage":5,"index":"products_cheap",
             "filters":{"groups":[{"kind":"or","name":"brand","filters":[{"type":"facet","attribute":"brand","value":"Acme"}]}]},
             "facets":["brand",{"attribute":"color","limit":3,"order":"name:asc"}],"stats":["price"],
             "attributesToRetrieve":["name"],"parameters":{"typoTolerance":false}}
            """
        let search = try #require(try parse(text).first)
        #expect(search.searcher == "products" && search.unit == "everything")
        let request = search.request
        #expect(request.query == "lamp" && request.page == 2 && request.hitsPerPage == 5)
        #expect(request.index == "products_cheap" && request.isIndexChosen && request.isOnce)
        #expect(request.facets == ["brand", FacetNeed("color", limit: 3, order: .nameAscending)])
        #expect(request.stats == ["price"] && request.attributesToRetrieve == ["name"])
        #expect(request.parameters["typoTolerance"] == false && request.filters.count == 1)
        let groups = try parse(#"{"searcher":"products","filters":[{"kind":"and","name":"b","filters":[]}]}"#)
        #expect(groups[0].request.filters.count == 0 && groups[0].request.index == "products")
        #expect(try MemberRequest(json: request.json) == request, "what is asked travels whole")
    }

    @Test func `A search reaches the indexes that the app names for its searcher, and no others`() throws {
        for index in ["products", "products_cheap"] {
            #expect(try parse(#"{"searcher":"products","index":"\#(index)"}"#)[0].request.index == index)
        }
        for (searcher, index) in [("products", "secret"), ("categories", "products_cheap")] {
            let error = #expect(throws: SearchBusError.self) {
                try parse(#"{"searcher":"\#(searcher)","index":"\#(index)"}"#)
            }
            #expect(error?.code == .unknownIndex && error?.remedy.contains("`indexes:`") == true, "\(index)")
        }
    }

    @Test func `What results leave out is not counted, unless the app has it counted`() throws {
        let searcher = Searcher(
            name: "s",
            kind: .hits(index: "i", hitsPerPage: 20),
            extraNeeds: SearchNeeds(facets: ["maker"], stats: ["price"]),
            attributesToRetrieve: ["name"]
        )
        let table = SearcherTable(App(name: "a", searchers: [searcher]))
        func search(_ members: String) throws {
            _ = try OneOffSearch.parse(JSON(parsing: #"{"searcher":"s",\#(members)}"#), for: table)
        }
        for members in [#""facets":["name",{"attribute":"maker.country"}]"#, #""stats":["price"]"#] {
            try search(members)
        }
        for members in [
            #""facets":["cost"]"#, #""stats":["cost"]"#, #""facets":["price",{"attribute":"cost","limit":1}]"#,
            #""facets":["makers"]"#,
        ] {
            let error = #expect(throws: SearchBusError.self) { try search(members) }
            #expect(error?.code == .invalidArgument && error?.remedy.contains("`facets` or `stats`") == true)
        }
    }

    @Test(arguments: [
        ("[]", "not a JSON object"), ("{}", "does not name its `searcher`"), (#"{"searcher":7}"#, "does not name"),
        (#"{"searcher":"nobody"}"#, "no searcher `nobody`"), (#"{"searcher":"everything"}"#, "several searchers"),
        (#"{"searcher":"products","q":"x"}"#, "`q`, which is unknown"),
        (#"{"searcher":"products","query":7}"#, "`query`"),
        (#"{"searcher":"products","page":-1}"#, "`page` is negative"),
        (#"{"searcher":"products","page":1.5}"#, "`page`"),
        (#"{"searcher":"products","hitsPerPage":1001}"#, "`hitsPerPage`"),
        (#"{"searcher":"products","filters":"brand:Acme"}"#, "is invalid"),
        (#"{"searcher":"products","filters":{"groups":[{"kind":"xor"}]}}"#, "`kind`"),
        (#"{"searcher":"products","facets":[{"attribute":"a","limit":0}]}"#, "`limit`"),
        (#"{"searcher":"products","stats":[""]}"#, "`stats`"),
        (#"{"searcher":"products","parameters":[]}"#, "`parameters`"),
        (#"{"requests":[]}"#, "1 to 50"), (#"{"requests":[{"searcher":"products"}],"page":1}"#, "and alone"),
        (#"{"requests":[{"searcher":"products"},{"searcher":"nobody"}]}"#, "no searcher `nobody`"),
        (#"{"requests":[{"searcher":"products"},{"searcher":"products","page":-1}]}"#, "Search 2"),
    ]) func `What makes no sense is refused in words`(body: String, words: String) {
        let error = #expect(throws: SearchBusError.self) { try parse(body) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect([ErrorCode.invalidArgument, .unknownAddressee].contains(error?.code))
    }

    @Test func `A text or a list that is too long is refused`() {
        let long = String(repeating: "a", count: SessionLimits.query + 1)
        #expect(throws: SearchBusError.self) { try parse(#"{"searcher":"products","query":"\#(long)"}"#) }
        let many = Array(repeating: #""a""#, count: 101).joined(separator: ",")
        #expect(throws: SearchBusError.self) { try parse(#"{"searcher":"products","facets":[\#(many)]}"#) }
        let searches = Array(repeating: #"{"searcher":"products"}"#, count: 51).joined(separator: ",")
        #expect(throws: SearchBusError.self) { try parse(#"{"requests":[\#(searches)]}"#) }
    }

    // MARK: Asking

    private func plan(_ names: [(searcher: String, query: String)], number: Int = 7) throws -> OneOffPlan {
        let list = names.map { #"{"searcher":"\#($0.searcher)","query":"\#($0.query)"}"# }.joined(separator: ",")
        let searches = try parse(#"{"requests":[\#(list)]}"#)
        let count = OneOffPlan.sessionCount(of: searches)
        return OneOffPlan(searches, in: (0..<count).map { "search-x-\($0 + 1)" }, number: number)
    }

    private func event(
        _ topic: String,
        _ request: Int,
        type: String = "searchbus.results.hits",
        more: String = ""
    ) throws -> Event {
        let draft = EventDraft(
            topic: try Topic(parsing: topic),
            id: Identifier.make(),
            source: "/t",
            type: type,
            data: Array(#"{"request":\#(request)\#(more)}"#.utf8)
        )
        return try Event(draft, sequence: SequenceNumber(rawValue: 9), previous: .zero, epoch: "e")
    }

    @Test func `Searchers of one process are asked at once, and one that is asked twice in a session each`() throws {
        let plan = try plan([("products", "a"), ("categories", "b"), ("products", "c")])
        let requests = plan.requests
        #expect(requests.map(\.session) == ["search-x-1", "search-x-2"])
        #expect(requests[0].request.searcher == "everything" && requests[0].request.members.count == 2)
        #expect(requests[0].request.members["products"]?.query == "a" && requests[0].request.number == 7)
        #expect(requests[0].request.members.values.allSatisfy { $0.number == 7 && $0.since == 7 })
        #expect(requests[1].request.members["products"]?.query == "c" && requests[1].request.members.count == 1)
        let topics = try plan.topics.map(\.description)
        #expect(topics.count == 6 && topics.contains("search/categories/search-x-1/"))
    }

    @Test func `As many searches as a call may have are no more topics than a request to the broker may name`() throws {
        let most = try plan((0..<OneOffSearch.limit).map { ("products", "\($0)") })
        #expect(try most.topics.count <= LatestQuery.maximumPrefixes)
    }

    @Test func `Each answer goes to its search, and what answers something else to none`() throws {
        var plan = try plan([("products", "a"), ("categories", "b"), ("products", "c")])
        plan.note(try event("results/products/search-x-1/", 6))
        plan.note(try event("results/products/other/", 7))
        plan.note(try event("results/films/search-x-1/", 7))
        plan.note(try event("search/products/search-x-1/", 7, type: "searchbus.search.started"))
        #expect(plan.answers.allSatisfy { $0 == nil })
        plan.note(try event("results/products/search-x-2/", 7))
        let told = #","code":"unknown-index","message":"There is none.","remedy":"Make one.""#
        plan.note(try event("search/categories/search-x-1/", 7, type: "searchbus.search.failed", more: told))
        #expect(!plan.isComplete && plan.answers[0] == nil)
        plan.note(try event("results/products/search-x-1/", 7, more: #","hits":[1]"#))
        #expect(plan.isComplete)
        #expect(try plan.answers[0]?.get() == Array(#"{"request":7,"hits":[1]}"#.utf8))
        #expect(throws: SearchBusError(.unknownIndex, "There is none.", remedy: "Make one.")) {
            try plan.answers[1]?.get()
        }
        #expect(try plan.answers[2]?.get() == Array(#"{"request":7}"#.utf8))
    }
}
