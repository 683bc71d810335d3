// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct MemberRequestTests {
    @Test func `a request travels unchanged`() throws {
        let request = MemberRequest(
            number: 9,
            since: 7,
            cleared: 6,
            isAdmitted: false,
            query: "lamp",
            index: "products",
            page: 2,
            filters: FilterState(groups: [FilterGroup(id: .init(kind: .or, name: "a"), filters: [.facet("a", 1)])]),
            parameters: JSONObject([("p", [1])]),
            client: "c",
            edit: 3
        )
        #expect(try MemberRequest(json: try JSON(parsing: request.json.bytes)) == request)
        #expect(MemberRequest(number: 1, index: "i").json["cleared"] == nil, "it is written only if true")
    }

    @Test(arguments: ["{}", #"{"number":-1,"query":"","index":"i","page":0,"filters":{}}"#])
    func `an invalid request is refused`(_ text: String) throws {
        let json = try JSON(parsing: text)
        #expect(throws: JSONError.self) { try MemberRequest(json: json) }
    }
}
