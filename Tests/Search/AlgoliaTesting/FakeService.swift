// SPDX-License-Identifier: MIT

import Foundation
import SearchModel
import Wire

/// A service that answers Algolia's protocol from a list of records, in the simplest possible way.
public struct FakeService: Sendable {
    public let records: [JSON]

    public init(records: [JSON]) {
        self.records = records
    }

    public func answer(_ body: JSON) -> JSON {
        ["results": .array((body["requests"]?.array ?? []).map(result))]
    }

    private func result(_ query: JSON) -> JSON {
        let typed = words(query["query"]?.string ?? "")
        let found = records.filter { record in
            let own = words("\(record["name"]?.string ?? "") \(record["note"]?.string ?? "")")
            return passes(record, query) && typed.allSatisfy { word in own.contains { $0.hasPrefix(word) } }
        }
        if let facet = query["facet"]?.string {
            let typed = query["facetQuery"]?.string?.lowercased() ?? ""
            let values = counts(facet, found).filter { $0.key.lowercased().hasPrefix(typed) }
            let sorted = values.sorted { left, right in
                FacetCount.isCommoner(
                    FacetCount(value: .text(left.key), count: left.value),
                    FacetCount(value: .text(right.key), count: right.value)
                )
            }
            let (open, close) = (query["highlightPreTag"]?.string ?? "", query["highlightPostTag"]?.string ?? "")
            let listed = sorted.prefix(query["maxFacetHits"]?.int ?? 10)
            return [
                "facetHits": .array(
                    listed.map { name, count in
                        let length = typed.count
                        let marked = "\(open)\(name.prefix(length))\(close)\(name.dropFirst(length))"
                        return [
                            "value": .string(name), "highlighted": .string(length > 0 ? marked : name),
                            "count": JSON(count),
                        ]
                    }
                )
            ]
        }
        let (page, size) = (query["page"]?.int ?? 0, query["hitsPerPage"]?.int ?? 20)
        let facets = (query["facets"]?.array ?? []).compactMap(\.string)
        var stats = JSONObject()
        for facet in facets {
            let numbers = found.flatMap { self.numbers($0[facet]) }
            guard let low = numbers.min(), let high = numbers.max() else { continue }
            stats[facet] = ["min": .number(low), "max": .number(high)]
        }
        return [
            "hits": .array(
                found.dropFirst(page * size).prefix(size).map { record in
                    var hit = record.object ?? JSONObject()
                    hit["_highlightResult"] = ["name": ["value": record["name"] ?? "", "matchLevel": "none"]]
                    return .object(hit)
                }
            ),
            "nbHits": JSON(found.count), "page": JSON(page), "hitsPerPage": JSON(size), "processingTimeMS": 1,
            "facets": .object(
                JSONObject(
                    facets.map { facet in
                        let values = counts(facet, found).sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                        let listed = values.prefix(query["maxValuesPerFacet"]?.int ?? 100)
                        return (facet, .object(JSONObject(listed.map { ($0.key, JSON($0.value)) })))
                    }
                )
            ),
            "facets_stats": .object(stats),
        ]
    }

    private func words(_ text: String) -> [Substring] { text.lowercased().split { !$0.isLetter && !$0.isNumber } }

    private func texts(_ value: JSON?) -> [String] {
        switch value {
        case nil, .null: []
        case .array(let elements): elements.flatMap { texts($0) }
        case let scalar?: [scalar.string ?? scalar.text]
        }
    }

    private func numbers(_ value: JSON?) -> [Double] { (value?.array ?? [value ?? .null]).compactMap(\.double) }

    private func counts(_ facet: String, _ records: [JSON]) -> [String: Int] {
        var counts: [String: Int] = [:]
        for record in records { for value in Set(texts(record[facet])) { counts[value, default: 0] += 1 } }
        return counts
    }

    private func passes(_ record: JSON, _ query: JSON) -> Bool {
        func all(_ key: String, _ holds: (String) -> Bool) -> Bool {
            (query[key]?.array ?? []).allSatisfy { element in
                (element.array ?? [element]).contains { $0.string.map(holds) ?? false }
            }
        }
        return all("facetFilters") { facetHolds($0, record) } && all("numericFilters") { numberHolds($0, record) }
            && placeHolds(record, query)
    }

    private func placeHolds(_ record: JSON, _ query: JSON) -> Bool {
        let place = record["_geoloc"]
        let point = place?["lat"]?.double.flatMap { latitude in place?["lng"]?.double.map { [latitude, $0] } }
        if let boxes = query["insideBoundingBox"]?.array {
            return boxes.contains { box in
                let sides = (box.array ?? []).compactMap(\.double)
                guard let point, sides.count == 4 else { return false }
                return point[0] <= sides[0] && point[1] >= sides[1] && point[0] >= sides[2] && point[1] <= sides[3]
            }
        }
        guard let center = query["aroundLatLng"]?.string else { return true }
        let middle = center.split(separator: ",").compactMap { Double($0) }
        guard let point, middle.count == 2 else { return false }
        let (first, second) = (middle.map { $0 * .pi / 180 }, point.map { $0 * .pi / 180 })
        let cosine = sin(first[0]) * sin(second[0]) + cos(first[0]) * cos(second[0]) * cos(first[1] - second[1])
        return acos(min(1, max(-1, cosine))) * 6_371_008.8 <= query["aroundRadius"]?.double ?? 0
    }

    private func facetHolds(_ condition: String, _ record: JSON) -> Bool {
        guard let colon = condition.firstIndex(of: ":") else { return false }
        var value = condition[condition.index(after: colon)...]
        if let score = value.range(of: "<score=") { value = value[..<score.lowerBound] }
        let isNegated = value.hasPrefix("-")
        if isNegated { value = value.dropFirst() }
        if value.hasPrefix("\\-") { value = value.dropFirst() }
        return texts(record[String(condition[..<colon])]).contains(String(value)) != isNegated
    }

    private func numberHolds(_ condition: String, _ record: JSON) -> Bool {
        if let colon = condition.firstIndex(of: ":") {
            let ends = condition[condition.index(after: colon)...].split(separator: " TO ").compactMap { Double($0) }
            let numbers = self.numbers(record[String(condition[..<colon])])
            return ends.count == 2 && numbers.contains { $0 >= ends[0] && $0 <= ends[1] }
        }
        for comparison in ["<=", ">=", "!=", "<", ">", "="] {
            guard let place = condition.range(of: comparison) else { continue }
            guard let bound = Double(condition[place.upperBound...]) else { return false }
            return numbers(record[String(condition[..<place.lowerBound])]).contains { number in
                switch comparison {
                case "<=": number <= bound
                case ">=": number >= bound
                case "!=": number != bound
                case "<": number < bound
                case ">": number > bound
                default: number == bound
                }
            }
        }
        return false
    }
}
