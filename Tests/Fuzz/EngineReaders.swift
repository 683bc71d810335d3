// SPDX-License-Identifier: MIT

#if DEBUG || LIBFUZZER
    import AlgoliaLanguage
    import Backends
    import SearchModel
    import Wire

    @testable import Engines

    /// Readers of search engines' responses.
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

        /// Databases' answers: `[CATALOGUE, ANSWER]` after a byte for the engine.
        static var tables: ReaderTarget {
            let values = SearchRequest(index: "t", kind: .facetValues(attribute: "brand", limit: 5), query: "l")
            return ReaderTarget(
                seeds: [
                    #"0[[["id"],[1,"_key","","",0,"t","ShortText",[]],[2,"name","","fix","COLUMN_SCALAR","t","ShortText",[]],[3,"brand","","fix","COLUMN_SCALAR","t","ShortText",[]],[4,"price","","fix","COLUMN_SCALAR","t","Float",[]],[5,"at","","fix","COLUMN_SCALAR","t","WGS84GeoPoint",[]]],[[[1],[["_key","ShortText"]],["a","lamp","x",1.5,"3600000x7200000"]],{"f0":[[1],{"v":[[1],[],["x",1]]}],"s0":[[1],{"v":[[1],[],[1,2]]}]}]]"#,
                    #"1[[["objectID","text","S"],["name","text","S"],["brand","text","S"],["price","numeric","N"]],{"total":1,"hits":[["a",{"objectID":"a","name":"lamp","brand":"x","price":1.5}]],"f0":[["x",1]],"s0":[1,2],"values":[["x",1]]}]"#,
                ],
                words: ["\"infxnan\"", "-1", "1e308", "\"_key\"", "\"jsonb\"", "\"COLUMN_VECTOR\"", "\"\"", "null"]
            ) { bytes in
                guard let first = bytes.first else { return }
                let parts = try JSON(parsing: Array(bytes.dropFirst())).array ?? []
                guard parts.count == 2 else { return }
                for request in [request, values] {
                    let response: SearchResponse
                    if first.isMultiple(of: 2) {
                        let settings = GroongaSettings(place: "at")
                        let table = try GroongaTable(parts[0], name: "t", settings: settings)
                        let dialect = GroongaDialect(table: table, settings: settings)
                        _ = try? dialect.parameters(of: request)
                        response = try dialect.decode(parts[1], of: request, milliseconds: 1)
                    } else {
                        let settings = TableSettings()
                        let table = try TableShape(parts[0], name: "t", settings: settings)
                        let answer = TableAnswer(request: request, table: table, settings: settings)
                        response = try answer.response(from: parts[1], milliseconds: 1)
                    }
                    guard (try? SearchResponse(json: JSON(parsing: response.bytes()))) != nil else {
                        fail("a response cannot be read: \(response.bytes().text)")
                    }
                }
            }
        }
    }
#endif
