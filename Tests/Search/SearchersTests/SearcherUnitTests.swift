// SPDX-License-Identifier: MIT

import AppModel
import Backends
import SearchModel
import Testing
import Wire

@testable import Searchers

@Suite struct SearcherUnitTests {
    @Test func `An engine that the app file describes otherwise is another one`() {
        func configuration(_ url: JSON) -> String {
            let backend = BackendConfiguration(name: "far", type: "algolia", parameters: ["url": url])
            let members = [SearcherUnit.Member(name: "a", template: SearchRequest(index: "i"), backend: "far")]
            let unit = SearcherUnit(name: "a", members: members, backends: [backend])
            return SearcherFold(unit, backends: [:]).configuration
        }
        #expect(configuration("http://a") == configuration("http://a"))
        #expect(configuration("http://a") != configuration("http://b"))
    }

    @Test func `A request may ask for fewer attributes, and for none that the app does not let out`() {
        func asked(_ allowed: [String]?, _ wanted: [String]?) -> [String]? {
            let template = SearchRequest(index: "p", attributesToRetrieve: allowed)
            let unit = SearcherUnit(name: "products", members: [.init(name: "products", template: template)])
            let request = MemberRequest(number: 1, index: "p", attributesToRetrieve: wanted)
            return unit.request(of: "products", for: request)?.attributesToRetrieve
        }
        #expect(asked(nil, nil) == nil && asked(["a", "b"], nil) == ["a", "b"] && asked(nil, ["c"]) == ["c"])
        #expect(asked(["a", "b"], ["b", "secret"]) == ["b"] && asked(["a"], []) == [])
    }
}
