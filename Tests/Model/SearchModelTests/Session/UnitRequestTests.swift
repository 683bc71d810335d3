// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct UnitRequestTests {
    @Test func `a request has the form of the contract`() throws {
        let filters = FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "b"), filters: [.facet("b", "x")])])
        let request = UnitRequest(
            searcher: "everything",
            number: 7,
            members: [
                "products": MemberRequest(
                    number: 7,
                    query: "k",
                    index: "products",
                    filters: filters,
                    parameters: JSONObject([("typoTolerance", false)]),
                    client: "c",
                    edit: 3
                ),
                "films": MemberRequest(number: 2, isAdmitted: false, index: "films", page: 1),
            ]
        )
        let expected: JSON = [
            "searcher": "everything", "number": 7,
            "members": [
                "films": [
                    "number": 2, "since": 0, "search": false, "query": "", "index": "films", "page": 1,
                    "filters": ["groups": []],
                    "parameters": [:],
                ],
                "products": [
                    "number": 7, "since": 0, "search": true, "query": "k", "index": "products", "page": 0,
                    "filters": filters.json,
                    "parameters": ["typoTolerance": false], "client": "c", "edit": 3,
                ],
            ],
        ]
        #expect(request.json.bytes == expected.bytes)
        #expect(try UnitRequest(json: JSON(parsing: request.json.bytes)) == request)
    }

    @Test func `a request that makes no sense is refused`() throws {
        let member = MemberRequest(number: 1, index: "a").json
        func request(_ key: String, _ value: JSON?) -> JSON {
            var object = member.object ?? JSONObject()
            object[key] = value
            return ["searcher": "a", "number": 1, "members": ["a": .object(object)]]
        }
        _ = try UnitRequest(json: request("more", 1))
        for json in [
            [:], ["searcher": "a", "number": -1, "members": [:]], ["searcher": "a", "number": 1, "members": []],
            request("number", -1), request("page", -1), request("page", nil), request("index", nil),
            request("query", 1), request("filters", nil), request("parameters", []), request("search", 1),
            request("client", 1), request("edit", "1"),
        ] as [JSON] {
            #expect(throws: JSONError.self, "\(json)") { try UnitRequest(json: json) }
        }
    }
}
