// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import AlgoliaLanguage

/// Replicas as clients make them.
@Suite struct ReplicaSettingsTests {
    private func members(_ json: JSON) -> JSONObject { json.object ?? JSONObject() }

    private func index(_ replicas: JSON) -> AlgoliaIndexSettings {
        var index = AlgoliaIndexSettings(given: [:], extra: [:])
        index.change(by: members(["replicas": replicas, "hitsPerPage": 7, "ranking": ["typo", "custom"]]))
        return index
    }

    @Test func `Settings of replicas that say an order reach the engine`() throws {
        var index = index(["cheap", "virtual(late)", "plain"])
        #expect(try index.engineForm()["replicas"] == ["cheap": [], "late": [], "plain": []])
        index.replicas.change("cheap", by: members(["ranking": ["asc(price)", "typo"], "hitsPerPage": 3]))
        index.replicas.change("late", by: members(["customRanking": ["desc(year)"]]))
        #expect(
            try index.engineForm()["replicas"] == [
                "cheap": ["ranking": ["asc(price)", "typo"]],
                "late": ["ranking": ["typo", "words"], "customRanking": ["desc(year)"]], "plain": [],
            ]
        )
        index.replicas.change("late", by: members(["relevancyStrictness": 0]))
        #expect(try index.engineForm()["replicas"]?["late"] == ["desc(year)"])
        index.replicas.change("late", by: members(["customRanking": ["year"]]))
        #expect(throws: AlgoliaError.self) { try index.engineForm() }
    }

    @Test func `Names with blanks and parentheses stay whole`() throws {
        let settings = AlgoliaSettings(
            kept: members([
                "customRanking": ["desc(Old price)", "asc( Size (cm) )"], "ranking": ["asc(Old price)", "typo"],
                "attributesForFaceting": [
                    "Size (cm)", "searchable( Main colour )", "afterDistinct(searchable(brand))",
                ],
                "numericAttributesForFiltering": ["Old price", "equalOnly(Size (cm))"],
                "searchableAttributes": ["unordered(Old name)", "Size (cm)"],
            ])
        )
        let engine = try settings.engineSettings()
        #expect(engine["customRanking"] == ["desc(Old price)", "asc(Size (cm))"])
        #expect(engine["ranking"] == ["asc(Old price)", "typo"])
        #expect(engine["attributesForFaceting"] == ["Size (cm)", "Main colour", "brand"])
        #expect(engine["numericAttributes"] == ["Old price", "Size (cm)"])
        #expect(engine["searchableAttributes"] == ["unordered(Old name)", "Size (cm)"])
        #expect(throws: AlgoliaError.self) {
            try AlgoliaSettings(kept: members(["customRanking": ["desc( )"]])).engineSettings()
        }
    }

    @Test func `Replicas are read back, and each has its own settings over those of the index`() throws {
        var index = index(["cheap", "virtual(late)"])
        index.replicas.change("cheap", by: members(["ranking": ["asc(price)"], "primary": "x", "replicas": ["y"]]))
        #expect(index.settings.all["replicas"] == ["cheap", "virtual(late)"])
        #expect(index.settings.all["primary"] == nil)
        let again = AlgoliaIndexSettings(given: [:], extra: index.kept(in: [:]))
        #expect(again == index)
        let cheap = again.settings(ofReplica: "cheap", primary: "shop")
        #expect(cheap.all["primary"] == "shop" && cheap.all["replicas"] == nil)
        #expect(cheap.all["ranking"] == ["asc(price)"] && cheap.all["hitsPerPage"] == 7)
        #expect(cheap.queryDefaults["hitsPerPage"] == 7)
        index.replicas.change("cheap", by: members(["ranking": .null]))
        #expect(index.settings(ofReplica: "cheap", primary: "shop").all["ranking"] == ["typo", "custom"])
    }

    @Test func `What is forwarded counts for all replicas, and one that is left out loses its settings`() {
        var index = index(["cheap", "late"])
        for name in ["cheap", "late"] {
            index.replicas.change(name, by: members(["ranking": ["words"], "hitsPerPage": 3]))
        }
        index.change(by: members(["ranking": ["exact"]]))
        #expect(index.settings(ofReplica: "late", primary: "i").all["ranking"] == ["words"])
        index.change(by: members(["ranking": ["exact"], "forwardToReplicas": true]))
        #expect(index.settings(ofReplica: "late", primary: "i").all["ranking"] == ["exact"])
        #expect(index.settings(ofReplica: "late", primary: "i").all["hitsPerPage"] == 3)
        index.change(by: members(["replicas": ["late"]]))
        #expect(index.replicas.members.keys == ["late"])
        index.change(by: members(["replicas": .null]))
        #expect(index.replicas.members.isEmpty)
    }

    @Test func `Replicas stay with their index when it takes what another one has`() throws {
        var index = index(["cheap"])
        index.replicas.change("cheap", by: members(["ranking": ["words"]]))
        var other = AlgoliaIndexSettings(given: [:], extra: [:])
        other.change(by: members(["typoTolerance": false, "replicas": ["other"]]))
        other.replicas.change("other", by: members(["ranking": ["exact"]]))
        let before = index
        index.takeSettings(of: other)
        #expect(index.settings.members["typoTolerance"] == false && index.settings.members["hitsPerPage"] == nil)
        #expect(index.settings.members["replicas"] == ["cheap"] && index.replicas == before.replicas)
    }

    @Test(
        arguments: [["a b"], ["a", "virtual(a)"], "a", [1], [""], ["virtual()"]] as [JSON]
    )
    func `Invalid names are refused`(_ replicas: JSON) {
        let settings = AlgoliaSettings(kept: JSONObject([("replicas", replicas)]))
        let error = #expect(throws: AlgoliaError.self) { try settings.check() }
        #expect(error?.message.hasPrefix("replicas: ") == true)
    }

    @Test func `What an index was given in its own form stays`() throws {
        let given: JSON = ["replicas": ["cheap": ["asc(price)"]]]
        let index = AlgoliaIndexSettings(given: given, extra: [:])
        #expect(try index.engineForm()["replicas"] == given["replicas"])
        #expect(index.settings.all["replicas"] == ["cheap"])
    }
}
