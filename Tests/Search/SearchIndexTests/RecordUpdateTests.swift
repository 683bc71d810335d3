// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@testable import SearchIndex

/// Partial updates: the changed members, and the unchanged bytes.
@Suite struct RecordUpdateTests {
    private func updated(_ text: String, _ attributes: String) throws -> String {
        let update = RecordUpdate(try #require(try JSON(parsing: Array(attributes.utf8)).object))
        return String(decoding: try update.applied(to: Array(text.utf8)).text, as: UTF8.self)
    }

    @Test func `Members that an update does not touch keep every digit`() throws {
        let text = #"{"objectID":"1","price":12345678901234567890.10,"in":{"x":[1.10,1e2]},"stock":3}"#
        let expected = #"{"objectID":"1","price":12345678901234567890.10,"in":{"x":[1.10,1e2]},"stock":4,"new":true}"#
        let attributes = #"{"stock":{"_operation":"Increment","value":1},"new":true,"objectID":"2"}"#
        #expect(try updated(text, attributes) == expected)
    }

    @Test func `An operation that makes no sense leaves the member as it is written`() throws {
        let text = #"{"objectID":"1","price":1.10,"tags":["a",2.50]}"#
        let attributes =
            #"{"price":{"_operation":"Increment","value":"x"},"tags":{"_operation":"AddUnique","value":"a"}}"#
        #expect(try updated(text, attributes) == text)
    }

    @Test func `Names are compared by their bytes, and survive encoding and decoding`() throws {
        let text = "{\"objectID\":\"1\",\"\u{e9}\":1,\"e\u{301}\":2,\"a\\\"b\\n\":3}"
        #expect(
            try updated(text, "{\"e\u{301}\":5}") == "{\"objectID\":\"1\",\"\u{e9}\":1,\"e\u{301}\":5,\"a\\\"b\\n\":3}"
        )
    }

    @Test func `An index keeps the digits of what was not updated`() throws {
        let record = try Record(text: Array(#"{"objectID":"1","price":12345678901234567890.10,"stock":3}"#.utf8))
        let fixture = try Fixture([record])
        let stamp = IndexStamp(epoch: "e", sequence: 1)
        let attributes = JSONObject([("stock", 9)])
        try IndexWriter(directory: fixture.directory.indexes, name: "test")
            .apply([.update(objectID: "1", attributes, creates: false)], stamp: stamp)
        let text = try #require(try fixture.reader.records(["1"])[0])
        #expect(String(decoding: text, as: UTF8.self) == #"{"objectID":"1","price":12345678901234567890.10,"stock":9}"#)
    }
}
