// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension SearchResponse: JSONConvertible {
    public init(json: JSON) throws {
        let query = json["query"]?.string ?? ""
        let time = json["processingTimeMS"]?.double ?? 0
        guard json["facetHits"] == nil else {
            self.init(
                query: query,
                processingTimeMS: time,
                content: .facetValues(
                    attribute: try json.requiredString("attribute"),
                    values: try json.list("facetHits").map(FacetCount.init(json:))
                )
            )
            return
        }
        var hits = Hits(
            hits: try json.list("hits").map(Hit.init(json:)),
            totalCount: try json.integer("nbHits") ?? 0,
            page: try json.integer("page") ?? 0,
            hitsPerPage: try json.integer("hitsPerPage") ?? 20,
            pageCount: try json.integer("nbPages"),
            isExhaustive: json["exhaustive"]?["nbHits"]?.bool ?? true,
            warnings: try json.list("warnings").map(SearchWarning.init(json:))
        )
        for member in json["facets"]?.object?.members ?? [] {
            hits.facets[member.key] = try (member.value.array ?? []).map(FacetCount.init(json:))
        }
        for member in json["facetStats"]?.object?.members ?? [] {
            let ends = member.value
            guard let low = ends["min"]?.double, let high = ends["max"]?.double, low <= high else { continue }
            hits.stats[member.key] = low...high
        }
        self.init(query: query, processingTimeMS: time, content: .hits(hits))
    }

    public var json: JSON {
        var object = JSONObject([("query", .string(query))])
        switch content {
        case .hits(let hits):
            object["page"] = JSON(hits.page)
            object["nbHits"] = JSON(hits.totalCount)
            object["nbPages"] = JSON(hits.pageCount)
            object["hitsPerPage"] = JSON(hits.hitsPerPage)
            object["processingTimeMS"] = .number(processingTimeMS)
            object["hits"] = .array(hits.hits.map(\.json))
            object["facets"] = .object(
                JSONObject(hits.facets.sorted { $0.key < $1.key }.map { ($0.key, .array($0.value.map(\.json))) })
            )
            object["facetStats"] = .object(
                JSONObject(
                    hits.stats.sorted { $0.key < $1.key }.map { attribute, range in
                        (attribute, ["min": .number(range.lowerBound), "max": .number(range.upperBound)])
                    }
                )
            )
            object["exhaustive"] = ["nbHits": .bool(hits.isExhaustive), "facetsCount": .bool(hits.isExhaustive)]
            if !hits.warnings.isEmpty { object["warnings"] = .array(hits.warnings.map(\.json)) }
        case .facetValues(let attribute, let values):
            object["attribute"] = .string(attribute)
            object["processingTimeMS"] = .number(processingTimeMS)
            object["facetHits"] = .array(values.map(\.json))
        }
        return .object(object)
    }
}

extension SearchResponse {
    /// The JSON text of the answer with more members, without making records that are held as text values first.
    public func bytes(with members: [(String, JSON)]) -> [UInt8] {
        var rest = self
        var found: [Hit]?
        if case .hits(var hits) = content {
            (found, hits.hits) = (hits.hits, [])
            rest.content = .hits(hits)
        }
        var object = rest.json.object ?? JSONObject()
        if found != nil { object["hits"] = nil }
        for (key, value) in members { object[key] = value }
        var output: [UInt8] = [UInt8(ascii: "{")]
        output.reserveCapacity(4_096 + (found?.count ?? 0) * 512)
        object.writeMembers(to: &output)
        if let found {
            output.append(contentsOf: Array(#","hits":["#.utf8))
            for (index, hit) in found.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                hit.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
        output.append(UInt8(ascii: "}"))
        return output
    }
}

extension FacetCount: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            value: try json.required("value"),
            count: try json.requiredInt("count"),
            highlighted: try json["highlighted"].map(Highlight.init(json:))
        )
    }

    public var json: JSON {
        var object = JSONObject([("value", value), ("count", JSON(count))])
        if let highlighted { object["highlighted"] = highlighted.json }
        return .object(object)
    }
}

extension Hit: JSONConvertible {
    public init(json: JSON) throws {
        var highlights: [String: Highlight] = [:]
        for member in json["highlights"]?.object?.members ?? [] {
            highlights[member.key] = try Highlight(json: member.value)
        }
        self.init(
            objectID: try json.requiredString("objectID"),
            record: json["record"] ?? .object(JSONObject()),
            highlights: highlights
        )
    }

    public var json: JSON {
        [
            "objectID": .string(objectID),
            "record": record,
            "highlights": .object(
                JSONObject(highlights.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })
            ),
        ]
    }
}

extension Hit {
    /// Appends the hit as JSON text.
    func write(to output: inout [UInt8]) {
        output.append(contentsOf: Array(#"{"objectID":"#.utf8))
        JSON.writeString(objectID, to: &output)
        output.append(contentsOf: Array(#","record":"#.utf8))
        writeRecord(to: &output)
        output.append(contentsOf: Array(#","highlights":"#.utf8))
        JSON.object(JSONObject(highlights.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })).write(
            to: &output
        )
        output.append(UInt8(ascii: "}"))
    }
}
