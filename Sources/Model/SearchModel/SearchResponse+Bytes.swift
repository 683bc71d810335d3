// SPDX-License-Identifier: MIT

import Wire

extension SearchResponse {
    /// The response as JSON text, for the data of a `results/` event.
    ///
    /// It says the same as `json` and is written at once: records that are held as text are copied, and no tree is made.
    ///
    /// - Parameter members: What is said beside the response; names of the response's own members must not be among them.
    /// - Returns: One JSON object in UTF-8.
    public func bytes(adding members: JSONObject = JSONObject()) -> [UInt8] {
        var writer = ResponseWriter()
        writer.write(self)
        writer.add(members)
        return writer.end()
    }
}

private struct ResponseWriter {
    private var output: [UInt8] = []

    init() {
        output.reserveCapacity(16_384)
        output.append(UInt8(ascii: "{"))
    }

    consuming func end() -> [UInt8] {
        output.append(UInt8(ascii: "}"))
        return output
    }

    mutating func add(_ members: JSONObject) {
        guard !members.isEmpty else { return }
        output.append(UInt8(ascii: ","))
        members.writeMembers(to: &output)
    }

    mutating func write(_ response: SearchResponse) {
        output.append(contentsOf: #""query":"#.utf8)
        JSON.writeString(response.query, to: &output)
        switch response.content {
        case .hits(let hits):
            member("page", JSON(hits.page))
            member("nbHits", JSON(hits.totalCount))
            member("nbPages", JSON(hits.pageCount))
            member("hitsPerPage", JSON(hits.hitsPerPage))
            member("processingTimeMS", .number(response.processingTimeMS))
            list("hits", hits.hits) { $0.hit($1) }
            key("facets")
            object(hits.facets) { $0.list($1) { $0.count($1) } }
            key("facetStats")
            object(hits.stats) { writer, range in
                let ends: JSON = ["min": .number(range.lowerBound), "max": .number(range.upperBound)]
                ends.write(to: &writer.output)
            }
            if !hits.sums.isEmpty { member("facetSums", SearchResponse.sums(hits)) }
            member("exhaustive", SearchResponse.exhaustive(hits))
            if !hits.warnings.isEmpty { member("warnings", .array(hits.warnings.map(\.json))) }
            add(hits.remarks.members)
        case .facetValues(let attribute, let values):
            member("attribute", .string(attribute))
            member("processingTimeMS", .number(response.processingTimeMS))
            list("facetHits", values) { $0.count($1) }
        }
    }

    // MARK: - Parts

    private mutating func hit(_ hit: Hit) {
        switch hit.content {
        case .text(let text):
            output.append(contentsOf: text.bytes)
        case .parts(let objectID, let record, let highlights):
            output.append(contentsOf: #"{"objectID":"#.utf8)
            JSON.writeString(objectID, to: &output)
            output.append(contentsOf: #","record":"#.utf8)
            record.write(to: &output)
            output.append(contentsOf: #","highlights":"#.utf8)
            object(highlights) { $0.highlight($1) }
            if let ranking = hit.ranking, !ranking.criteria.isEmpty { member("ranking", ranking.explanation) }
            output.append(UInt8(ascii: "}"))
        }
    }

    private mutating func count(_ count: FacetCount) {
        output.append(contentsOf: #"{"value":"#.utf8)
        count.value.json.write(to: &output)
        output.append(contentsOf: #","count":"#.utf8)
        output.append(contentsOf: String(count.count).utf8)
        if let highlighted = count.highlighted {
            output.append(contentsOf: #","highlighted":"#.utf8)
            highlight(highlighted)
        }
        output.append(UInt8(ascii: "}"))
    }

    private mutating func highlight(_ highlight: Highlight) {
        list(highlight.spans) { writer, span in
            writer.output.append(UInt8(ascii: "["))
            JSON.writeString(span.text, to: &writer.output)
            writer.output.append(contentsOf: (span.isMatched ? ",true]" : ",false]").utf8)
        }
    }

    // MARK: - Shapes

    /// Begins a member that is not the first.
    private mutating func key(_ name: StaticString) {
        output.append(contentsOf: #",""#.utf8)
        output.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        output.append(contentsOf: #"":"#.utf8)
    }

    private mutating func member(_ name: StaticString, _ value: JSON) {
        key(name)
        value.write(to: &output)
    }

    private mutating func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ write: (inout ResponseWriter, Element) -> Void
    ) {
        key(name)
        list(elements, write)
    }

    private mutating func list<Element>(_ elements: [Element], _ write: (inout ResponseWriter, Element) -> Void) {
        output.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            write(&self, element)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Writes members in alphabetical order, so that the same response is always the same text.
    private mutating func object<Value>(
        _ members: [String: Value],
        _ write: (inout ResponseWriter, Value) -> Void
    ) {
        output.append(UInt8(ascii: "{"))
        for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            JSON.writeString(member.key, to: &output)
            output.append(UInt8(ascii: ":"))
            write(&self, member.value)
        }
        output.append(UInt8(ascii: "}"))
    }
}
