// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@Suite struct FacetValueTests {
    @Test("a number is one value however it is written")
    func numbersAreOneValue() throws {
        for text in ["1", "1.0", "10e-1"] {
            let value = try FacetValue(json: JSON(parsing: text))
            #expect(value == 1 && value == 1.0 && value == .number(1))
            #expect(value.hashValue == FacetValue.integer(1).hashValue)
        }
        #expect(try FacetValue(json: JSON(parsing: "1e17")) == .integer(100_000_000_000_000_000))
        #expect(Set<FacetValue>([1, 1.0, .number(1), "1", true, 0, .number(-0.0), false]).count == 5)
        #expect(FacetValue.integer(.max) != .number(0x1p63) && FacetValue.integer(9_007_199_254_740_993) != 0x1p53)
        #expect(FacetValue(2.0) == .integer(2) && FacetValue(2.5) == .number(2.5))
    }

    @Test("a value survives encoding and decoding")
    func jsonReturns() throws {
        let values: [FacetValue] = ["", "1", 1, -4, 2.5, 1e300, true, false, .integer(.max), .integer(.min)]
        for value in values {
            let read = try FacetValue(json: JSON(parsing: value.json.text))
            #expect(read == value && read.json == value.json && read.label == value.label)
        }
    }

    @Test("a displayed text has no quotes, a displayed number no needless fraction")
    func labels() {
        let values: [FacetValue] = ["a b", 4.0, 4.5, true, .number(7)]
        #expect(values.map(\.label) == ["a b", "4", "4.5", "true", "7"])
    }

    @Test(
        "what cannot be counted is refused with a message",
        arguments: [(.null, "null"), ([1], "a list"), (["a": 1], "an object")] as [(JSON, String)]
    )
    func refusals(json: JSON, words: String) {
        let message = "a facet value is not \(words) but a text, a number or a boolean"
        #expect(throws: JSONError(message)) { try FacetValue(json: json) }
        #expect(throws: JSONError("`value`: \(message)")) {
            try Filter(json: ["type": "facet", "attribute": "a", "value": json])
        }
        #expect(throws: JSONError("`value`: \(message)")) { try FacetCount(json: ["value": json, "count": 1]) }
        #expect(throws: JSONError("`values`: \(message)")) {
            try (["values": [1, json]] as JSON).facetValues("values")
        }
        #expect(FacetValue(scalar: json) == nil)
    }

    @Test("a value that is missing is named")
    func missing() {
        #expect(throws: JSONError("`value` is missing")) { try Filter(json: ["type": "facet", "attribute": "a"]) }
    }
}
