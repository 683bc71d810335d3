// SPDX-License-Identifier: MIT

import AlgoliaKeys
import AlgoliaLanguage
import Foundation
import Wire

/// Readers of Algolia's interface: bodies of calls, and keys.
enum AlgoliaReaders {
    private static let readers: [@Sendable (JSON) throws -> Void] = [
        { json in
            for request in json["requests"]?.array ?? [] {
                let (write, _) = try AlgoliaBatch.write(request) { "made" }
                guard let again = try? AlgoliaWrite(json: JSON(parsing: write.json.bytes)), again.json == write.json
                else {
                    fail("a write does not survive being written: \(write.json.text)")
                }
            }
        },
        { json in
            guard let members = json.object else { return }
            let settings = AlgoliaSettings(given: .object(JSONObject())).changed(by: members)
            try settings.check()
            _ = try settings.engineSettings()
        },
        { json in
            guard let members = json.object else { return }
            _ = try AlgoliaSynonym(members)
        },
        { json in _ = try AlgoliaEvent.list(in: json.object ?? JSONObject()) },
        { json in
            for request in json["requests"]?.array ?? [] {
                let question = try AlgoliaRecommendation.question(request)
                try question.check()
                _ = try AlgoliaQuestion(json: question.json)
            }
        },
        { json in
            let question = try AlgoliaQuestion(json: json)
            guard let again = try? AlgoliaQuestion(json: JSON(parsing: question.json.bytes)),
                again.json == question.json
            else {
                fail("a question does not survive being written: \(question.json.text)")
            }
            try question.check()
        },
        { json in
            guard let text = json["params"]?.string else { return }
            let members = try FormText.members(of: text)
            guard let again = try? FormText.members(of: FormText.text(of: members)), again == members else {
                fail("parameters do not survive being written: \(members)")
            }
        },
    ]

    /// Bodies of calls; the first byte chooses the call.
    static var calls: ReaderTarget {
        let seeds = [
            #"0{"requests":[{"action":"addObject","body":{"objectID":"a","n":1}},{"action":"clear"},{"action":"partialUpdateObject","body":{"objectID":"a","n":{"_operation":"Increment","value":1}}}]}"#,
            #"1{"searchableAttributes":["name"],"replicas":["cheap","virtual(other)"],"ranking":["typo","desc(price)"],"paginationLimitedTo":5}"#,
            #"1{"renderingContent":{"facetOrdering":{"facets":{"order":["a"]},"values":{"a":{"hide":["x"],"sortRemainingBy":"alpha"}}},"widgets":{"banners":[{"link":{"url":"/"}}]}}}"#,
            #"2{"objectID":"s","type":"oneWaySynonym","input":"tablet","synonyms":["ipad"]}"#,
            #"3{"events":[{"eventType":"click","eventName":"n","index":"i","userToken":"u","objectIDs":["a"],"positions":[1],"queryID":"0123456789abcdef0123456789abcdef","timestamp":1800000000000}]}"#,
            #"4{"requests":[{"indexName":"i","model":"related-products","objectID":"a","threshold":1,"maxRecommendations":3,"queryParameters":{"filters":"a:b"}}]}"#,
            #"5{"kind":"hits","index":"i","parameters":{"query":"a","params":"query=b&page=1"},"restrictions":[{"filters":"a:b"}]}"#,
            #"6{"params":"query=a%20b&facetFilters=%5B%22a%3Ab%22%5D&params=query%3Dc"}"#,
        ]
        return ReaderTarget(
            seeds: seeds,
            words: [
                "\"action\":", "\"body\":{", "\"params\":\"", "%5B", "%22", "&", "\"_operation\":", "\"params\":{",
                "1e400",
            ]
        ) { bytes in
            guard let first = bytes.first else { return }
            let limits = JSONLimits(depth: 32, values: 100_000)
            try readers[Int(first % 48) % readers.count](JSON(parsing: Array(bytes.dropFirst()), limits: limits))
        }
    }

    /// Keys that clients make of a search key: none opens more than that key; and keys as files and calls have them.
    static var keys: ReaderTarget {
        let key = AlgoliaKey(
            value: "abcdefghijklmnop",
            rights: [.search],
            indexes: ["products"],
            description: "d",
            createdAt: 0
        )
        let ring = KeyRing(applicationID: "APP", keys: [key])
        return ReaderTarget(
            seeds: [
                "filters=brand%3Aa&validUntil=1800000000&restrictIndices=%5B%22products%22%5D&userToken=u",
                "restrictIndices=products,other*&hitsPerPage=5&restrictSources=192.0.2.0/24",
                #"{"value":"abcdefghijklmnop","acl":["search","browse"],"indexes":["a*"],"queryParameters":"filters=a%3Ab","maxHitsPerQuery":5,"createdAt":7,"endsAt":9}"#,
                #"{"acl":["search"],"validity":300,"indexes":["a"],"description":"d"}"#,
            ],
            words: ["validUntil=", "restrictIndices=", "filters=", "restrictSources=", "\"acl\":[", "&", "%00"]
        ) { bytes in
            let code = Array(HexDigest.authenticationCode(of: bytes, key: key.value).utf8)
            if let access = ring.access(Data(code + bytes).base64EncodedString(), at: 1_700_000_000),
                access.allows(index: "private") || access.rights != [.search]
            {
                fail("restrictions open more than their key does: \(bytes.text)")
            }
            _ = ring.access(bytes.text, at: 0)
            guard let members = try JSON(parsing: bytes).object else { return }
            _ = try? AlgoliaKey(wanted: members, value: "abcdefghijklmnop", createdAt: 0)
            let read = try AlgoliaKey(json: .object(members))
            guard let again = try? AlgoliaKey(json: read.json), again.json == read.json else {
                fail("a key does not survive being written")
            }
        }
    }
}
