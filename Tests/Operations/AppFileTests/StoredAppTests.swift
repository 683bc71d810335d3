// SPDX-License-Identifier: MIT

import AppModel
import Foundation
import RandomTesting
import SearchModel
import Testing
import Wire

/// The JSON in which processes get an app.
@Suite struct StoredAppTests {
    private let stored: JSON

    init() throws {
        let path = Repository.root.appending(path: "Tests/ProcessTests/fixtures/app-of-4f13787.json")
        stored = try JSON(parsing: Data(contentsOf: path))
    }

    @Test func `an app that commit 4f13787 wrote is read, and written in the same bytes`() throws {
        let app = try App(json: stored)
        #expect(app.json.text == stored.text)
        #expect(app.widgets.map(\.controllerFile).compactMap(\.self) == ["/srv/golden/sum.js", "/srv/golden/gauge.js"])
        #expect(app.searchers[0].kind == .hits(index: "products", hitsPerPage: 12))
        #expect(app.searchers[2].kind == .multi(members: ["products", "categories"]))
        #expect(app.filterStates[0].attributes["own"]?.attributes == ["colour", "price"])
        #expect(app.servesAlgolia && !app.countsInsights && app.log.isShared && app.log.shards == 4)
    }

    @Test(
        arguments: [
            (["name"], nil, "`name` is missing"),
            (["searchers", "0", "hitsPerPage"], nil, "`searchers.0.hitsPerPage` is missing"),
            (["searchers", "0", "type"], "list", "`searchers.0.type` is not one of: hits, facets, multi"),
            (["searchers", "2", "searchWhen"], "sometimes", "`searchers.2.searchWhen` is `sometimes`"),
            (
                ["searchers", "0", "filters", "0"], ["kind": "xor"],
                "`searchers.0.filters.0` cannot be read: `kind` of a group is not and, or, hierarchical, optional"
            ),
            (["widgets", "0", "place"], "left", "`widgets.0.place` is not one of: top, side, main, foot"),
            (["widgets", "1", "links", "0", "heard"], 1, "`widgets.1.links.0.heard` is not true or false"),
            (
                ["web", "origins", "1"], "shop",
                "`web.origins.1` is `shop`, which does not begin with https:// or http://"
            ),
            (["log", "servers", "0"], "nats://me:pw@host", "`log.servers.0` holds a secret"),
            (["log", "shards"], 1e300, "`log.shards` is not a whole number from 1 to 64"),
            (["interactors"], "apart", "`interactors` is not one of: each, together, or an object of groups"),
        ] as [([String], JSON?, String)]
    )
    func `an error names the path of what is wrong`(path: [String], value: JSON?, message: String) {
        let error = #expect(throws: JSONError.self) {
            try App(json: Self.changed(stored, path[...], to: value) ?? .null)
        }
        #expect(error?.message == message)
    }

    private static func changed(_ json: JSON, _ path: ArraySlice<String>, to value: JSON?) -> JSON? {
        guard let first = path.first else { return value }
        if var elements = json.array, let index = Int(first) {
            elements[index] = changed(elements[index], path.dropFirst(), to: value) ?? .null
            return .array(elements)
        }
        var object = json.object ?? JSONObject()
        object[first] = changed(object[first] ?? .null, path.dropFirst(), to: value)
        return .object(object)
    }
}
