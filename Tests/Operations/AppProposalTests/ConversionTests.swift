// SPDX-License-Identifier: MIT

import AppProposal
import SearchIndex
import Testing
import Wire

@Suite struct ConversionTests {
    private func convert(_ record: JSON, _ texts: String..., id: String? = nil) throws -> JSON {
        try RecordConversion(identifier: id, texts: texts).convert(Record(record)).json
    }

    @Test(arguments: [
        ("1", 1.0, nil), ("1.10", 1.1, nil), ("-5", -5, nil), ("1,299.00", 1299, nil), ("$ 5", 5, "USD"),
        ("-$5.50", -5.5, "USD"),
        ("EUR 3.5", 3.5, "EUR"), ("1 234", 1234, nil), ("1'234.5", 1234.5, nil), ("0.5", 0.5, nil), ("0", 0, nil),
    ])
    func `texts of numbers are numbers`(text: String, number: Double, currency: String?) {
        let read = NumberText.read(text, mark: .point)
        #expect(read?.number == number)
        #expect(read?.currency == currency)
    }

    @Test(arguments: [
        "", "x", "007", "1,2,3", "12,34", "1.2.3", "+49 30 1", "1e9", "0x1F", "$", "1.", ".5", "12 3",
        "1234567890123456",
    ])
    func `other texts are not numbers`(text: String) { #expect(NumberText.read(text, mark: .point) == nil) }

    @Test func `behind a comma stand decimals where that is said`() {
        #expect(NumberText.read("1.299,50 €", mark: .comma)?.number == 1299.5)
        #expect(NumberText.read("12,5", mark: .comma)?.number == 12.5)
        #expect(NumberText.read("12.5", mark: .comma) == nil)
    }

    @Test(arguments: [
        ("1970-01-01", DateText.Order.yearFirst, 0), ("2000-02-29", .yearFirst, 951_782_400),
        ("2024/05/01", .yearFirst, 1_714_521_600),
        ("2024-05-01T12:30:00Z", .yearFirst, 1_714_566_600), ("2024-05-01 12:30", .yearFirst, 1_714_566_600),
        ("2024-05-01T12:30:00.123+02:00", .yearFirst, 1_714_559_400), ("1.5.2024", .dayFirst, 1_714_521_600),
        ("05/01/2024", .monthFirst, 1_714_521_600), ("1969-12-31", .yearFirst, -86_400),
    ])
    func `texts of dates are seconds`(text: String, order: DateText.Order, seconds: Int) {
        #expect(DateText.seconds(in: text, order: order) == seconds)
    }

    @Test(arguments: [
        "2023-02-29", "2024-13-01", "2024-05", "2024-05-01x", "2024-05-01T25:00", "2024-05/01", "24-05-01",
        "0000-01-01",
    ])
    func `impossible dates are refused`(text: String) { #expect(DateText.seconds(in: text, order: .yearFirst) == nil) }

    @Test func `each kind of conversion does what it says`() throws {
        let record: JSON = [
            "objectID": "1", "price": "1.10", "day": "2024-05-01", "ok": "no", "tags": "a; b ;a", "kind": "A > B",
            "deep": ["n": "2"], "none": "n/a",
        ]
        let made = try convert(
            record,
            "price=number",
            "day=date",
            "ok=truth",
            "tags=list:;",
            "kind=levels",
            "deep.n=number",
            "none=number"
        )
        #expect(
            made == [
                "objectID": "1", "price": 1.1, "day": 1_714_521_600, "ok": false, "tags": ["a", "b"], "kind": "A > B",
                "kind_levels": ["lvl0": "A", "lvl1": "A > B"], "deep": ["n": 2],
            ]
        )
    }

    @Test func `a list of paths has lists of levels`() throws {
        let made = try convert(["objectID": "1", "c": ["A/B", "A/C"]], "c=levels:/")
        #expect(made["c_levels"] == ["lvl0": "A", "lvl1": ["A > B", "A > C"]])
    }

    @Test func `degrees are a place where they can be`() throws {
        #expect(
            try convert(["objectID": "1", "a": 48.1, "b": "11.5"], "a,b=place")["_geoloc"] == [
                "lat": 48.1, "lng": 11.5,
            ]
        )
        #expect(try convert(["objectID": "1", "a": 148.1, "b": 11], "a,b=place")["_geoloc"] == nil)
    }

    @Test func `a value that cannot be converted is kept, and reported`() throws {
        var misfits: [String] = []
        let conversion = RecordConversion(rules: [.init("price", .number(.point))])
        let made = try conversion.convert(Record(["objectID": "1", "price": "cheap"])) { misfits.append($0.text) }
        #expect(made.json["price"] == "cheap")
        #expect(misfits == ["cheap"])
    }

    @Test func `an attribute becomes the identifier, which must be there`() throws {
        #expect(try convert(["objectID": "1", "sku": 7], id: "sku")["objectID"] == "7")
        #expect(throws: SearchBusError.self) { try convert(["objectID": "1"], id: "sku") }
        #expect(throws: SearchBusError.self) { try convert(["objectID": "1", "sku": 1.5], id: "sku") }
    }

    @Test(arguments: ["price", "=number", "price=money", "a=date:x", "a=list:", ",b=place", "a,=place", "a=truth:x"])
    func `an invalid conversion is refused`(text: String) {
        let error = #expect(throws: SearchBusError.self) { try RecordConversion(identifier: nil, texts: [text]) }
        #expect(error?.code == .invalidArgument)
    }

    @Test func `conversions read back as they are written`() throws {
        let texts = ["a=number:,", "b=date:dmy", "c=list:|", "d=levels:/", "e=truth", "f=levels", "x,y=place"]
        #expect(try RecordConversion(identifier: nil, texts: texts).texts == texts)
    }

    @Test func `a sample is bounded, and from all over`() throws {
        var sample = RecordSample(mostRecords: 10, mostBytes: 1_000)
        for number in 0..<1_000 { sample.add(try Record(["objectID": JSON("\(number)")])) }
        #expect(sample.count == 1_000)
        #expect((5...10).contains(sample.records.count))
        #expect(sample.records.first?.objectID == "0")
        #expect((sample.records.last.flatMap { Int($0.objectID) } ?? 0) >= 800)
        #expect(!sample.isWhole)
    }
}
