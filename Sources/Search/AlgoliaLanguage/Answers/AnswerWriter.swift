// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension AlgoliaQuery {
    /// The answer to the query, in the format of Algolia's clients.
    ///
    /// - Parameter response: The engine's answer to `request`.
    /// - Returns: One JSON object in UTF-8.
    public func answer(_ response: SearchResponse) -> [UInt8] { answer(response, bestScore: nil) }

    /// The answer to a query that was skipped, since another found enough: it has no hits, and `processed` is false.
    public var unprocessedAnswer: [UInt8] {
        let none: SearchResponse.Content =
            switch request.kind {
            case .hits: .hits(SearchResponse.Hits(hits: [], totalCount: 0, page: 0, hitsPerPage: request.hitsPerPage))
            case .facetValues(let attribute, _): .facetValues(attribute: attribute, values: [])
            }
        return answer(
            SearchResponse(query: request.query, processingTimeMS: 0, content: none),
            bestScore: nil,
            isProcessed: false
        )
    }

    /// Whether the engine found a whole page, so that queries after this one may be skipped.
    public func isEnough(_ response: SearchResponse) -> Bool {
        guard case .hits(let hits) = response.content else { return false }
        return hits.totalCount >= shape.page.hitsPerPage
    }

    /// The answer to the query.
    func answer(_ response: SearchResponse, bestScore: Int?, isProcessed: Bool = true) -> [UInt8] {
        var writer = AnswerWriter(shape: shape, query: request.query, marker: marker ?? SpanWords(request.query))
        writer.bestScore = bestScore
        writer.isProcessed = isProcessed
        switch response.content {
        case .hits(let hits): writer.write(hits, response, request)
        case .facetValues(_, let values): writer.write(values, response)
        }
        return writer.output
    }
}

/// Writes an answer member by member, without building a tree.
struct AnswerWriter {
    private let shape: AnswerShape
    private let query: String
    private let marker: any TextMarking
    /// The best possible score; `nil` if hits have no score.
    fileprivate var bestScore: Int?
    /// Whether the query was sent to the engine.
    fileprivate var isProcessed = true
    private(set) var output: [UInt8] = []
    private var isFirst = true

    init(shape: AnswerShape, query: String, marker: any TextMarking) {
        self.marker = marker
        self.shape = shape
        self.query = query
        output.reserveCapacity(32_768)
    }

    // MARK: Answers

    mutating func write(_ hits: SearchResponse.Hits, _ response: SearchResponse, _ request: SearchRequest) {
        output.append(UInt8(ascii: "{"))
        if key("hits") {
            let writer = HitWriter(shape: shape, marker: marker, bestScore: bestScore)
            output.append(UInt8(ascii: "["))
            for (index, hit) in hits.hits.dropFirst(shape.page.skipped).prefix(shape.page.length).enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                writer.write(hit, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
        member("nbHits", JSON(hits.totalCount))
        if let page = shape.page.page {
            member("page", JSON(page))
            member("nbPages", JSON(pageCount(hits.totalCount)))
            member("hitsPerPage", JSON(shape.page.hitsPerPage))
        } else {
            member("offset", JSON(shape.page.start))
            member("length", JSON(shape.page.hitsPerPage))
        }
        let next = shape.page.start + shape.page.length
        if shape.isBrowsing, shape.page.length > 0, next < hits.totalCount {
            member("cursor", .string("\(next)-\(shape.page.length)"))
        }
        writeFacets(hits, request)
        let isExact = JSON.bool(hits.isExhaustive)
        member("exhaustiveFacetsCount", isExact)
        member("exhaustiveNbHits", isExact)
        member("exhaustiveTypo", true)
        member("exhaustive", ["facetsCount": isExact, "nbHits": isExact, "typo": true])
        writeRemarks(hits.remarks)
        end(response)
    }

    mutating func write(_ values: [FacetCount], _ response: SearchResponse) {
        output.append(UInt8(ascii: "{"))
        if key("facetHits") {
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                let spans = value.highlighted?.spans ?? [Highlight.Span(value.value.label, isMatched: false)]
                let hit: JSON = [
                    "value": .string(value.value.label), "highlighted": .string(shape.marked(spans)),
                    "count": JSON(value.count),
                ]
                hit.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        }
        member("exhaustiveFacetsCount", true)
        writeProcessed()
        member("processingTimeMS", milliseconds(response))
        output.append(UInt8(ascii: "}"))
    }

    /// The engine's data about the answer; the `renderingContent` of the query or the settings replaces its own.
    private mutating func writeRemarks(_ remarks: SearchResponse.Remarks) {
        var members = remarks.members
        // Clicks here cannot be counted by another service's identifier.
        members["queryID"] = nil
        if let content = shape.renderingContent { members[RenderingContent.name] = content }
        for remark in members.members { member(remark.key, remark.value) }
    }

    private func pageCount(_ total: Int) -> Int {
        let size = shape.page.hitsPerPage
        guard size > 0 else { return 0 }
        guard !shape.isBrowsing else { return total / size + (total % size > 0 ? 1 : 0) }
        return (min(total, AlgoliaQuery.paginationLimit) + size - 1) / size
    }

    /// Writes whether the query was processed, if the strategy may skip queries.
    private mutating func writeProcessed() {
        if shape.tellsProcessed { member("processed", .bool(isProcessed)) }
    }

    private mutating func end(_ response: SearchResponse) {
        writeProcessed()
        member("query", .string(query))
        member("params", .string(FormText.text(of: shape.parameters)))
        member("index", .string(shape.index))
        member("processingTimeMS", milliseconds(response))
        output.append(UInt8(ascii: "}"))
    }

    private func milliseconds(_ response: SearchResponse) -> JSON {
        JSON(Int(clamping: response.processingTimeMS.rounded(.up)))
    }

    // MARK: Facets

    /// Counts, and the statistics of attributes with numbers; an attribute that no record has is omitted.
    private mutating func writeFacets(_ hits: SearchResponse.Hits, _ request: SearchRequest) {
        guard !request.facets.isEmpty || !request.stats.isEmpty else { return }
        let attributes = request.countedAttributes.filter {
            hits.facets[$0]?.isEmpty == false || hits.stats[$0] != nil
        }
        let limit = request.facets.first?.limit ?? 0
        if key("facets") {
            object(attributes) { writer, attribute in
                writer.object(Self.byLabel(hits.facets[attribute] ?? []), name: \.label) { writer, count in
                    JSON(count.count).write(to: &writer.output)
                }
            }
        }
        let compared = attributes + request.stats.filter { !attributes.contains($0) }
        let numeric = compared.filter { hits.stats[$0] != nil }
        if !numeric.isEmpty, key("facets_stats") {
            object(numeric) { writer, attribute in
                let counts = hits.facets[attribute] ?? []
                let sum = hits.sums[attribute] ?? (counts.count < limit ? Self.sum(of: counts) : nil)
                writer.stats(hits.stats[attribute] ?? 0...0, sum)
            }
        }
    }

    /// Counts by the text of their values, in the order of the first: a number and a text may be the same there.
    private static func byLabel(_ counts: [FacetCount]) -> [(label: String, count: Int)] {
        var places: [String: Int] = [:]
        var found: [(label: String, count: Int)] = []
        for count in counts {
            let label = count.value.label
            if let place = places[label] {
                found[place].count += count.count
            } else {
                places[label] = found.count
                found.append((label, count.count))
            }
        }
        return found
    }

    /// The lowest and highest number, and if known the average and the sum.
    private mutating func stats(_ range: ClosedRange<Double>, _ sum: NumberSum?) {
        var members = JSONObject([("min", .number(range.lowerBound)), ("max", .number(range.upperBound))])
        if let sum {
            members["avg"] = .number(sum.average)
            members["sum"] = .number(sum.sum)
        }
        JSON.object(members).write(to: &output)
    }

    /// The statistics of counted values, if all of them are numbers.
    private static func sum(of counts: [FacetCount]) -> NumberSum? {
        let numbers = counts.compactMap { count in count.value.double.map { ($0, count.count) } }
        return numbers.count == counts.count ? NumberSum(numbers) : nil
    }

    // MARK: Parts

    /// Begins a member; returns whether it is requested.
    private mutating func key(_ name: String) -> Bool {
        guard shape.wants(name) else { return false }
        if isFirst { isFirst = false } else { output.append(UInt8(ascii: ",")) }
        output.append(UInt8(ascii: "\""))
        output.append(contentsOf: name.utf8)
        output.append(contentsOf: "\":".utf8)
        return true
    }

    private mutating func member(_ name: String, _ value: JSON) {
        if key(name) { value.write(to: &output) }
    }

    private mutating func object(_ names: [String], _ write: (inout AnswerWriter, String) -> Void) {
        object(names, name: \.self, write)
    }

    private mutating func object<Element>(
        _ elements: [Element],
        name: (Element) -> String,
        _ write: (inout AnswerWriter, Element) -> Void
    ) {
        output.append(UInt8(ascii: "{"))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSON.writeString(name(element), to: &output)
            output.append(UInt8(ascii: ":"))
            write(&self, element)
        }
        output.append(UInt8(ascii: "}"))
    }
}

extension AnswerShape {
    /// A text with matches between the requested tags.
    func marked(_ spans: some Sequence<Highlight.Span>) -> String {
        spans.reduce(into: "") { text, span in
            text += span.isMatched ? openingTag + span.text + closingTag : span.text
        }
    }
}

extension Int {
    /// The nearest integer, clamped.
    fileprivate init(clamping value: Double) {
        self = value.isFinite ? Int(Swift.min(Swift.max(value, 0), 1e9)) : 0
    }
}
