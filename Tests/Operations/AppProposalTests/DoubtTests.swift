// SPDX-License-Identifier: MIT

import AppProposal
import SearchIndex
import Testing

/// Ambiguous texts in files: the rest of the file decides, the decision is reported with a line, and can be changed.
@Suite struct DoubtTests {
    private func proposing(
        _ header: String,
        rows: Int = 12,
        name: String = "a.csv",
        row: (Int) -> String
    ) throws -> Proposing {
        let lines = (0..<rows).map { "\(row($0))\n" }
        return try Proposing(name, header + "\n" + lines.joined())
    }

    private func doubts(_ proposing: Proposing, _ attribute: String) -> [String] {
        proposing.index.doubts.filter { $0.subject == attribute }.map { "\($0.choice); \($0.reason)" }
    }

    @Test func `in a file with semicolons a point separates thousands, which is reported and can be changed`() throws {
        let found = try proposing("id;name;umsatz") { "\($0);Firma \($0);\($0 + 1).\(100 + $0)" }
        #expect(found.index.conversion.texts.contains("umsatz=number:,"))
        let doubt = try #require(doubts(found, "umsatz").first)
        for part in ["12 of 12", "line 2: `1.100`", "taken as 1100", "if 1.1 is meant", "--convert 'umsatz=number'"] {
            #expect(doubt.contains(part), "\(part) in \(doubt)")
        }
        #expect(found.yaml.contains("# Doubtful:") && found.yaml.contains("umsatz=number"))
        _ = try found.read()
    }

    @Test func `a quoted comma parts thousands in English files`() throws {
        let found = try proposing("id,name,sales") { "\($0),Firm \($0),\"\($0 + 1),\(100 + $0)\"" }
        #expect(found.index.conversion.texts.contains("sales=number"))
        #expect(doubts(found, "sales").first?.contains("taken as 1100") == true)
    }

    @Test func `another column decides, whatever separates the columns`() throws {
        let comma = try proposing("id,name,preis,umsatz") { "\($0),F \($0),\"\($0),5\",\($0 + 1).\(100 + $0)" }
        #expect(comma.index.conversion.texts.contains("umsatz=number:,"))
        #expect(doubts(comma, "umsatz").first?.contains("as in `preis`") == true)
        let point = try proposing("id;name;price;sales") { "\($0);F \($0);\($0).5;\($0 + 1).\(100 + $0)" }
        #expect(point.index.conversion.texts.contains("sales=number"))
    }

    @Test func `thousands separators in numbers are reported`() throws {
        let found = try proposing("id;name;umsatz") { "\($0);F \($0);\($0 + 1).\(101 + $0 % 8)" }
        #expect(found.index.conversion.rules.isEmpty)
        #expect(doubts(found, "umsatz").first?.contains("--text 'umsatz' --convert 'umsatz=number:,'") == true)
        #expect(try doubts(proposing("id,name,n") { "\($0),F \($0),\($0 + 1).\(101 + $0 % 8)" }, "n").isEmpty)
    }

    @Test func `one unambiguous text decides for all`() throws {
        let found = try proposing("id;name;weight") { "\($0);F \($0);\($0 + 1).\($0 == 3 ? "25" : "100")" }
        #expect(found.index.conversion.texts.contains("weight=number"))
        #expect(doubts(found, "weight").isEmpty)
        #expect(try doubts(proposing("id,name,n") { "\($0),F \($0),\($0)" }, "n").isEmpty)
    }

    @Test(arguments: [
        ("6/20/2023 7:47:45 AM", "date:mdy", 1_687_247_265), ("Jan 1, 2023", "date", 1_672_531_200),
        ("1 January 2023", "date", 1_672_531_200), ("1. Januar 2023", "date", 1_672_531_200),
        ("01-Jan-2023 12:30 PM", "date", 1_672_576_200), ("12/31/2023 12:00 AM", "date:mdy", 1_703_980_800),
        ("1 févr. 2023", "date", 1_675_209_600), ("January 2nd, 2023", "date", 1_672_617_600),
    ])
    func `dates of other forms are recognised`(text: String, rule: String, seconds: Int) throws {
        let found = try proposing("id;name;day") { "\($0);F \($0);\(text)" }
        #expect(found.index.conversion.texts.contains("day=\(rule)"))
        let order = DateText.Order(rawValue: String(rule.dropFirst(5))) ?? .yearFirst
        #expect(DateText.seconds(in: text, order: order) == seconds)
    }

    @Test(arguments: [
        "13:00 PM", "1/1/2023 13:00 PM", "1/1/2023 0:30 AM", "Jan 32, 2023", "Jan 2023", "May be 1 2023", "1 Foo 2023",
        "Jan 1, 20233", "2023 Jan",
    ])
    func `other texts are not dates`(text: String) {
        for order in DateText.Order.allCases { #expect(DateText.seconds(in: text, order: order) == nil) }
    }

    @Test func `ISO and US dates in one column are all dates`() throws {
        let found = try proposing("id,name,day") {
            "\($0),F \($0),\($0 % 2 == 0 ? "2024-05-1\($0 % 10)" : "5/2\($0 % 10)/2024")"
        }
        #expect(found.index.conversion.texts.contains("day=date:mdy"))
        #expect(found.types["day"] == "date-range")
        #expect(DateText.seconds(in: "2024-05-01", order: .monthFirst) == 1_714_521_600)
    }

    @Test func `an undecided order of day and month is reported, and so are two orders`() throws {
        let open = try proposing("id,name,day") { "\($0),F \($0),0\($0 % 9 + 1)/05/2024" }
        #expect(doubts(open, "day").first?.contains("--convert 'day=date:dmy'") == true)
        let mixed = try proposing("id,name,day", rows: 20) {
            "\($0),F \($0),\($0 % 2 == 0 ? "31.12.2023" : "12.31.2023")"
        }
        #expect(!mixed.index.conversion.texts.contains { $0.hasPrefix("day=") })
        #expect(doubts(mixed, "day").first?.contains("10 with the day first, 10 with the month first") == true)
    }

    @Test(arguments: [("(5.00)", -5.0), ("5%", 5), ("12.5 %", 12.5), ("($1,234.50)", -1_234.5), ("-5%", -5)])
    func `amounts of accounts and shares are numbers`(text: String, number: Double) {
        #expect(NumberText.read(text, mark: .point)?.number == number)
    }

    @Test(arguments: ["(-5)", "()", "(5", "5)", "((5))", "%", "5%%", "5 % off"])
    func `other brackets and signs are not`(text: String) { #expect(NumberText.read(text, mark: .point) == nil) }

    @Test func `two notations, units and odd texts are counted, with a line`() throws {
        let two = try proposing("id;name;price", rows: 20) {
            "\($0);F \($0);\($0 % 2 == 0 ? "1,299.0\($0 % 10)" : "1.299,0\($0 % 10)")"
        }
        let price = try #require(doubts(two, "price").first)
        #expect(
            price.contains("10 of 20 numbers have a decimal point (line 2: `1,299.00`), 10 a decimal comma (line 3:")
        )
        let units = try proposing("id,name,weight") { "\($0),F \($0),5.\($0) kg" }
        #expect(
            doubts(units, "weight").first?.contains("12 of 12 texts are numbers with a unit (line 2: `5.0 kg`)") == true
        )
        let odd = try proposing("id,name,price", rows: 20) {
            "\($0),F \($0),\($0 % 5 == 3 ? "on request" : "\($0).50")"
        }
        #expect(
            doubts(odd, "price").first?.contains("16 of 20 texts are numbers, others are not (line 5: `on request`)")
                == true
        )
    }

    @Test func `pictures without encryption, tags and blanks are reported`() throws {
        let found = try proposing("id,name,image,description") {
            "\($0),\"Lamp \($0)\($0 == 2 ? " " : "")\",http://x.org/\($0).jpg,A lamp \($0 == 4 ? "<p>for</p>" : "< 5 or > 7") number \($0)"
        }
        #expect(doubts(found, "image").first?.contains("12 of 12 pictures have http:// addresses (line 2") == true)
        #expect(doubts(found, "description").map { $0.contains("1 of 12 texts have HTML in them (line 6") } == [true])
        #expect(doubts(found, "name").first?.contains("1 of 12 texts begin or end with blanks (line 4") == true)
    }

    @Test func `the signs of HTML and of prose separate no levels and no values of lists`() throws {
        let found = try proposing("id,name,description,maker,tags,category", rows: 40) {
            "\($0),Lamp \($0),A lamp; with <b>care</b> of class \($0 % 9) > 3; and more,M\u{fc}ller &amp; Son \($0 % 4),"
                + "R&#38;D|red\($0 % 3),Home &amp; Garden > Tools \($0 % 3)"
        }
        #expect(found.index.conversion.texts == ["tags=list:|", "category=levels"])
        #expect(found.choices("description") == ["the text of a hit"])
        #expect(found.types["maker"] == "refinement-list")
    }

    @Test func `a nearly unique identifier is reported, with the option that keeps the last of each`() throws {
        let found = try proposing("SKU,name", rows: 40) { "A\($0 == 30 ? 2 : $0),Lamp \($0)" }
        #expect(found.index.identifier == .generated)
        let reason = try #require(found.index.decisions.first { $0.subject == "objectID" }?.reason)
        #expect(reason.contains("`SKU` would do but for 1 duplicate (line 32 has that of line 4): `--id 'SKU'`"))
        // With half as many values it is not an identifier.
        let few = try proposing("SKU,name", rows: 40) { "A\($0 / 2),Lamp \($0)" }
        #expect(few.index.decisions.first { $0.subject == "objectID" }?.reason.contains("would do") == false)
    }

    @Test func `names of other languages have the roles of English ones, and stocks are ranked in order`() throws {
        let found = try proposing("Titel;Artikelnummer;Farbe;Marke;Bewertung;Bestand", rows: 40) {
            "Lampe \($0);\(1000 + $0 / 2);Farbe \($0 % 3);Marke \($0 % 4);\($0 % 5 + 1);\([0, 1, 3, 12, 40, 150][$0 % 6])"
        }
        #expect(found.choices("Marke").contains("the line below the title"))
        #expect(found.types["Bewertung"] == "rating-menu")
        #expect(found.index.settings.customRanking?.map(\.attribute) == ["Bewertung"])
        #expect(found.types["Artikelnummer"] == nil)
        #expect(found.yaml.contains("sortBy:") && found.types["Bestand"] == "refinement-list")
        _ = try found.read()
    }
}
