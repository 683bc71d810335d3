// SPDX-License-Identifier: MIT
// Part of SearchBus.

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
}
