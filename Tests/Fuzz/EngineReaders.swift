// SPDX-License-Identifier: MIT
// Part of SearchBus.

#if DEBUG || LIBFUZZER
    import Backends
    import SearchModel
    import Wire

    @testable import Engines

    /// Readers of what search engines answer.
    enum EngineReaders {
        private static var request: SearchRequest {
            var request = SearchRequest(index: "x", query: "lamp", facets: ["brand"], stats: ["price"])
            request.attributesToHighlight = ["name"]
            return request
        }

        /// Answers of the engine whose number the first byte gives.
        static var answers: ReaderTarget {
            let values = SearchRequest(index: "x", kind: .facetValues(attribute: "brand", limit: 5), query: "l")
            let dialects: [any Dialect] = [
                ElasticDialect(ElasticSettings(searchFields: ["name"]), tags: HighlightTags(), shape: nil),
                MeilisearchDialect(), TypesenseDialect(),
            ]
            let mapping = AnswerMapping()
            return ReaderTarget(
                seeds: [
                    #"0{"took":1,"hits":{"total":{"value":1,"relation":"eq"},"hits":[{"_id":"a","_source":{"name":"lamp","_geoloc":{"lat":1,"lng":2}},"highlight":{"name":["<em>lamp</em>"]}}]},"aggregations":{"f0":{"buckets":[{"key":"x","doc_count":1}]},"s0":{"min":1,"max":2}}}"#,
                    #"1{"hits":[{"id":"a","name":"lamp","_formatted":{"name":"<em>lamp</em>"}}],"estimatedTotalHits":1,"processingTimeMs":1,"facetDistribution":{"brand":{"x":1}},"facetStats":{"price":{"min":1,"max":2}}}"#,
                    #"2{"found":1,"search_time_ms":1,"hits":[{"document":{"id":"a","name":"lamp"},"highlights":[{"field":"name","snippet":"<mark>lamp</mark>"}]}],"facet_counts":[{"field_name":"brand","counts":[{"value":"x","count":1}],"stats":{"min":1,"max":2}}]}"#,
                    #"3{"hits":[{"objectID":"a","name":"lamp"}],"total":1}"#,
                ],
                words: [
                    "\"hits\":", "\"total\":", "-1", "1e308", "\"facets\":{", "\"buckets\":[", "\"highlight\":{",
                    "\"_geo\":{",
                ]
            ) { bytes in
                guard let first = bytes.first else { return }
                let number = Int(first % 48) % (dialects.count + 1)
                let answer = try JSON(parsing: Array(bytes.dropFirst()))
                for request in [request, values] {
                    let response: SearchResponse
                    if number < dialects.count {
                        _ = dialects[number].words(of: answer)
                        _ = try? dialects[number].answers(in: answer, count: 2)
                        guard let read = try? dialects[number].decode(answer, of: request) else { continue }
                        response = read
                    } else {
                        guard let read = try? mapping.response(from: answer, of: request) else { continue }
                        response = read
                    }
                    guard (try? SearchResponse(json: JSON(parsing: response.bytes()))) != nil else {
                        fail("a response cannot be read: \(response.bytes().text)")
                    }
                }
            }
        }
    }
#endif
