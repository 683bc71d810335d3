// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import AppProposal
import Interactors
import SearchIndex
import Testing
import Wire

@Suite struct ProposalTests {
    private static let shop = """
        sku,name,brand,category,price,rating,in_stock,added,image,tags,description
        A-1,Red lamp,Lumo,Home > Light > Lamps,19.90,4.5,yes,2024-05-01,https://x.org/a.jpg,red|small,A lamp that is red and made for a table.
        A-2,Blue lamp,Lumo,Home > Light > Lamps,29.00,4.0,no,2024-05-09,https://x.org/b.jpg,blue|small,A lamp that is blue and that hangs from the ceiling.
        A-3,Green chair,Sitz,Home > Chairs,149.50,3.5,yes,2024-06-11,https://x.org/c.jpg,green|large,A chair for the garden that likes the rain well.
        A-4,Desk,Sitz,Home > Desks,"1,299.00",5.0,yes,2023-12-24,https://x.org/d.jpg,large|oak,A desk made of oak for those who write by hand.

        """

    @Test func `a shop gets prices, stars, dates, switches, categories, pictures and lists`() throws {
        let shop = try Proposing("products.csv", Self.shop)
        #expect(shop.types["price"] == "number-range")
        #expect(shop.types["rating"] == "rating-menu")
        #expect(shop.types["added"] == "date-range")
        #expect(shop.types["in_stock"] == "filter-toggle")
        #expect(shop.types["brand"] == "refinement-list")
        #expect(shop.types["tags"] == "refinement-list")
        #expect(shop.index.identifier == .attribute("sku"))
        #expect(
            shop.index.conversion.texts == [
                "category=levels", "price=number", "rating=number", "in_stock=truth", "added=date", "tags=list:|",
            ]
        )
        let settings = shop.index.settings
        #expect(settings.searchableAttributes?.first == "name")
        #expect(settings.numericAttributes?.contains("price") == true)
        #expect(settings.relevance.replicas.count == 4)
        let app = try shop.read()
        let hits = try #require(app.widgets.first { $0.configuration.type == "hits" })
        let template = try #require(hits.configuration.parameters["template"])
        #expect(template["title"] == "name")
        #expect(template["subtitle"] == "brand")
        #expect(template["text"] == "description")
        #expect(template["image"] == "image")
        #expect(template["meta"]?.array?.first?["attribute"] == "price")
        let menu = try #require(app.widgets.first { $0.configuration.type == "hierarchical-menu" })
        #expect(
            menu.configuration.parameters["attributes"]
                == ["category_levels.lvl0", "category_levels.lvl1", "category_levels.lvl2"]
        )
    }

    @Test func `a decimal comma and a currency sign are read, and the currency is reported`() throws {
        let books = try Proposing(
            "bücher.csv",
            "Titel;Autor;Preis;Jahr;erschienen\nEins;A;12,50 €;1999;1.2.1999\nZwei;B;1.299,00 €;2001;31.12.2001\nDrei;A;7,00 €;2010;5.6.2010\n"
        )
        #expect(books.index.conversion.texts == ["Preis=number:,", "erschienen=date:dmy"])
        #expect(books.choices("Preis").contains("a range of prices"))
        #expect(books.yaml.contains("currency: EUR"))
        #expect(books.types["Jahr"] == "number-range")
        #expect(books.types["erschienen"] == "date-range")
        #expect(books.choices("Titel").contains("the title of a hit"))
        #expect(books.index.identifier == .generated)
        _ = try books.read()
    }

    @Test func `records are grouped only if they have the attributes of variants, which is reported`() throws {
        func records(_ column: String) throws -> Proposing {
            let rows = (1...6).map { "\($0),Plant \($0),f\($0 / 3)\n" }.joined()
            return try Proposing("plants.csv", "id,name,\(column)\n\(rows)")
        }
        for column in ["family", "group", "parent"] {
            let relevance = try records(column).index.settings.relevance
            #expect(relevance.attributeForDistinct == nil && relevance.distinct == 0, "\(column)")
        }
        let variants = try records("parent_id")
        #expect(variants.index.settings.relevance.attributeForDistinct == "parent_id")
        #expect(variants.choices("parent_id").contains("one hit for all that share it"))
    }

    @Test func `a price with one odd text in twenty keeps its range, and one with more does not`() throws {
        func price(_ odd: Int) throws -> Proposing {
            let rows = (0..<100).map { "\($0),Thing \($0),\($0 < odd ? "on request" : "\($0).37")\n" }
            return try Proposing("shop.csv", "id,name,price\n" + rows.joined(), identifier: "id")
        }
        let found = try price(5)
        #expect(found.types["price"] == "number-range")
        let reason = found.index.decisions.first { $0.subject == "price" && $0.choice == "a range of prices" }?.reason
        #expect(reason?.contains("5 of 100 values") == true)
        _ = try found.read()
        #expect(try price(6).types["price"] != "number-range")
    }

    @Test func `columns with the names of parts of an app get other parts, and a name with commas is searched`() throws
    {
        let names = ["insights", "algolia", "indexer", "session", "state", "filters"]
        let rows = (0..<40).map { row in
            "\(row),Lamp \(row),\(names.map { "\($0)\(row % 3)" }.joined(separator: ","))\n"
        }
        let text = "id,\"name, size\",\(names.joined(separator: ","))\n" + rows.joined()
        let found = try Proposing("things.csv", text, identifier: "id")
        _ = try found.read()
        #expect(found.index.settings.searchedAttributes.map(\.name).contains("name, size"))
    }

    @Test func `codes are not amounts`() throws {
        let people = try Proposing(
            "people.csv",
            "id,first_name,last_name,zip,phone,city\n1,Ann,Lee,98101,555123,Rome\n2,Bo,Ray,10115,555124,Rome\n3,Cy,Moe,20095,555125,Oslo\n"
        )
        #expect(people.index.identifier == .attribute("id"))
        #expect(people.types["zip"] == nil)
        #expect(people.types["phone"] == nil)
        #expect(people.types["city"] == "refinement-list")
        _ = try people.read()
    }

    @Test func `degrees become a place, seconds a date, nested attributes are counted`() throws {
        let events = try Proposing(
            "events.ndjson",
            #"{"objectID":"a","title":"Jazz","at":{"city":"Rome"},"lat":41.9,"lng":12.5,"starts_at":1700000000,"free":1}"#
                + "\n"
                + #"{"objectID":"b","title":"Rock","at":{"city":"Rome"},"lat":41.8,"lng":12.4,"starts_at":1700090000,"free":0}"#
                + "\n"
                + #"{"objectID":"c","title":"Folk","at":{"city":"Oslo"},"lat":59.9,"lng":10.7,"starts_at":1700990000,"free":0}"#
                + "\n"
        )
        #expect(events.index.identifier == .own(generating: false))
        #expect(events.index.conversion.texts == ["lat,lng=place"])
        #expect(events.types["starts_at"] == "date-range")
        #expect(events.types["at.city"] == "refinement-list")
        #expect(events.types["free"] == "filter-toggle")
        let types = try events.read().widgets.map(\.configuration.type)
        #expect(types.contains("geo-hits"))
        #expect(!types.contains("number-range"))
    }

    @Test(arguments: [
        ("empty.csv", "name\n"), ("one.csv", "name\nAnn\n"), ("numbers.csv", "a\n1\n2\n"),
        ("objects.json", #"[{"a":{"b":{"c":{"d":{"e":1}}}}}]"#), ("lists.json", #"[{"a":[]},{"b":null}]"#),
        ("empty.json", "[]"), ("none.ndjson", ""),
    ])
    func `an app for few or no records is valid`(name: String, text: String) throws {
        let app = try Proposing(name, text).read()
        #expect(app.widgets.contains { $0.configuration.type == "hits" })
    }

    @Test func `of three hundred columns a screen shows some, and says what it leaves out`() throws {
        let names = (0..<300).map { "c\($0)" }.joined(separator: ",")
        let rows = (0..<30).map { row in (0..<300).map { "v\($0 * row % 5)" }.joined(separator: ",") }
        let wide = try Proposing("wide.csv", names + "\n" + rows.joined(separator: "\n"))
        #expect(wide.types.values.count { $0 == "refinement-list" } == 6)
        #expect(wide.yaml.contains("# Left out:"))
        #expect(wide.index.leftOut.contains { $0.subject == "further attributes" })
        _ = try wide.read()
    }

    @Test(arguments: [
        "yes", "null", "a: b", "#x", "😀", "- x", "true", "1", "box", "hits", "session", "filters", "größe", "\u{85}",
        "a\nb", "'", "{a}",
        "desc(x)", "*a", "%", "東京",
    ])
    func `names that are special in YAML, or collide, stay valid`(name: String) throws {
        let value = JSON.string(name)
        let lines = (0..<6).map { row in
            JSON.object(
                JSONObject([("objectID", JSON("\(row)")), ("title", JSON("t\(row)")), (name, JSON("v\(row % 2)"))])
            ).text
        }
        let odd = try Proposing("things.ndjson", lines.joined(separator: "\n"))
        let app = try odd.read()
        let list = app.widgets.first { $0.configuration.type == "refinement-list" }
        #expect(list?.configuration.parameters["attribute"] == value)
    }

    @Test func `several indexes share a box, and have filters of their own`() throws {
        let both = try Proposing([
            ("products.csv", Self.shop),
            ("people.csv", "id,name,city\n1,Ann,Rome\n2,Bo,Rome\n3,Cy,Oslo\n"),
        ])
        let app = try both.read()
        #expect(app.searchers.map(\.name) == ["products", "people", "everything"])
        #expect(app.filterStates.count == 2)
        #expect(app.widgets.filter { $0.configuration.type == "hits" }.count == 2)
        #expect(app.widgets.first?.configuration.searcher == "everything")
    }

    @Test func `a long list of values can be searched, among what is left`() throws {
        let rows = (0..<300).map { "\($0),n\($0),v\($0 % 90)" }.joined(separator: "\n")
        let app = try Proposing("things.csv", "id,name,kind\n\(rows)\n").read()
        #expect(app.filterStates.first?.searchers == ["things", "kind-values"])
        let list = app.widgets.first { $0.configuration.type == "refinement-list" }
        #expect(list?.configuration.parameters["valuesSearcher"] == "kind-values")
    }

    @Test func `of people both names are shown, and an object of degrees is a place`() throws {
        let people = try Proposing(
            "people.ndjson",
            #"{"Employee ID":1,"First Name":"Ann","Last Name":"Lee","Job Title":"Lead","at":{"lat":1.5,"lon":2}}"#
                + "\n"
                + #"{"Employee ID":2,"First Name":"Bo","Last Name":"Ray","Job Title":"Lead","at":{"lat":1.6,"lon":2}}"#
        )
        #expect(people.index.identifier == .attribute("Employee ID"))
        #expect(people.index.conversion.texts == ["at.lat,at.lon=place"])
        #expect(people.yaml.contains("title: Last Name, subtitle: First Name"))
        #expect(try people.read().widgets.contains { $0.configuration.type == "geo-hits" })
    }

    @Test func `an identifier that is asked for must be there`() throws {
        let error = #expect(throws: SearchBusError.self) { try Proposing("a.csv", "id,b\n1,2\n,3\n", identifier: "id") }
        #expect(error?.code == .invalidRecord)
        #expect(error?.message.contains("`id`") == true)
        #expect(try Proposing("a.csv", "id,b\n1,2\n2,3\n", identifier: "b").index.identifier == .attribute("b"))
    }
}
