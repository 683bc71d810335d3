// SPDX-License-Identifier: MIT

import Foundation
import Wire

/// One search of the simulated Typesense.
struct TypesenseSearch {
    private static let known: Set<String> = [
        "collection", "q", "query_by", "query_by_weights", "filter_by", "facet_by", "facet_query",
        "facet_query_num_typos",
        "max_facet_values", "page", "per_page", "include_fields", "exclude_fields", "highlight_fields",
        "highlight_full_fields",
        "highlight_start_tag", "highlight_end_tag", "sort_by", "drop_tokens_threshold", "num_typos", "prefix",
    ]

    private let collection: TypesenseCollection
    private let search: JSON

    init(_ search: JSON, _ collection: TypesenseCollection) throws {
        // The engine itself ignores unknown parameters.
        if let other = search.object?.keys.first(where: { !Self.known.contains($0) }) {
            throw TypesenseFailure(400, "this simulator does not know `\(other)`")
        }
        self.search = search
        self.collection = collection
    }

    private func names(_ member: String) -> [String] {
        (search[member]?.string ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    }

    private var words: [String] {
        let text = search["q"]?.string ?? ""
        return text == "*" ? [] : collection.words(text)
    }

    func response() throws -> JSON {
        guard let text = search["q"]?.string else { throw TypesenseFailure(400, "Parameter `q` is required.") }
        let searched = names("query_by")
        guard text == "*" || !searched.isEmpty else {
            throw TypesenseFailure(400, "No search fields specified for the query.")
        }
        for name in searched where collection.fields[name]?.isText != true {
            throw TypesenseFailure(404, "Could not find a field named `\(name)` in the schema.")
        }
        let perPage = search["per_page"]?.int ?? 10
        guard perPage <= 250 else { throw TypesenseFailure(422, "Only upto 250 hits can be fetched per page.") }
        var found = try collection.documents.filter { document in
            let isAdmitted =
                try search["filter_by"]?.string.map { try TypesenseFilter.admits($0, document, collection) } ?? true
            return isAdmitted && matches(document, searched)
        }
        found = try sorted(found)
        let page = max(1, search["page"]?.int ?? 1)
        let shown = found.dropFirst((page - 1) * perPage).prefix(perPage)
        return [
            "found": JSON(found.count), "out_of": JSON(collection.documents.count), "page": JSON(page),
            "search_time_ms": 1,
            "search_cutoff": false, "facet_counts": .array(try facets(found)), "hits": .array(shown.map(hit)),
            "request_params": [
                "collection_name": search["collection"] ?? .null, "q": .string(text), "per_page": JSON(perPage),
            ],
        ]
    }

    private func matches(_ document: JSON, _ searched: [String]) -> Bool {
        let known = searched.flatMap { collection.values($0, document) }.flatMap { collection.words($0.string ?? "") }
        let words = words
        guard !words.isEmpty else { return search["q"]?.string == "*" }
        func hit(_ place: Int, _ word: String) -> Bool {
            known.contains { place == words.count - 1 ? $0.hasPrefix(word) : $0 == word }
        }
        // Words are dropped from the end if too few records match; with a threshold of 0 none is.
        let isStrict = search["drop_tokens_threshold"]?.int == 0
        let hits = words.enumerated().filter { hit($0.offset, $0.element) }.count
        return isStrict ? hits == words.count : hits > 0
    }

    // MARK: - Order

    private func sorted(_ documents: [JSON]) throws -> [JSON] {
        var keys: [(isDescending: Bool, values: [Double?])] = []
        for key in try parts(of: search["sort_by"]?.string ?? "") {
            guard let colon = key.lastIndex(of: ":") else {
                throw TypesenseFailure(400, "Parameter `sort_by` is malformed.")
            }
            let (name, order) = (String(key[..<colon]), key[key.index(after: colon)...])
            if name == "_text_match" { continue }
            if name.hasPrefix("_eval([") {
                let choices = try parts(of: String(name.dropFirst(7).dropLast(2))).map { choice -> (String, Double) in
                    guard let colon = choice.lastIndex(of: ":"),
                        let score = Double(choice[choice.index(after: colon)...])
                    else {
                        throw TypesenseFailure(400, "Error parsing eval expression in `sort_by`")
                    }
                    return (String(choice[..<colon]), score)
                }
                let values = try documents.map { document in
                    try choices.first { try TypesenseFilter.admits($0.0, document, collection) }?.1 ?? 0
                }
                keys.append((order == "desc", values))
            } else {
                guard collection.fields[name]?.isNumber == true else {
                    throw TypesenseFailure(404, "Could not find a field named `\(name)` in the schema for sorting.")
                }
                keys.append((order == "desc", documents.map { collection.values(name, $0).first?.double }))
            }
        }
        return documents.indices.sorted { left, right in
            for key in keys where key.values[left] != key.values[right] {
                guard let first = key.values[left], let second = key.values[right] else {
                    return key.values[left] != nil
                }
                return key.isDescending ? first > second : first < second
            }
            // Newer documents are first.
            return left > right
        }.map { documents[$0] }
    }

    /// The parts of a text between commas outside of parentheses and brackets.
    private func parts(of text: String) throws -> [String] {
        var (parts, depth) = ([""], 0)
        for character in text {
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        guard depth == 0 else { throw TypesenseFailure(400, "Parameter `sort_by` is malformed.") }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    // MARK: - Values

    private func facets(_ documents: [JSON]) throws -> [JSON] {
        let query = search["facet_query"]?.string?.split(separator: ":", maxSplits: 1).map(String.init) ?? []
        return try names("facet_by").map { name in
            guard let field = collection.fields[name], field.isFacet else {
                throw TypesenseFailure(404, "Could not find a facet field named `\(name)` in the schema.")
            }
            var counts: [String: Int] = [:]
            for document in documents {
                for value in Set(collection.values(name, document).map { $0.string ?? $0.text }) {
                    counts[value, default: 0] += 1
                }
            }
            if query.count == 2, query[0] == name {
                let wanted = collection.words(query[1])
                counts = counts.filter { value, _ in
                    wanted.allSatisfy { word in collection.words(value).contains { $0.hasPrefix(word) } }
                }
            }
            let listed = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(
                search["max_facet_values"]?.int ?? 10
            )
            var facet = JSONObject([
                ("field_name", .string(name)), ("sampled", false),
                (
                    "counts",
                    .array(
                        listed.map {
                            ["value": .string($0.key), "highlighted": .string($0.key), "count": JSON($0.value)]
                        }
                    )
                ),
            ])
            var stats = JSONObject([("total_values", JSON(counts.count))])
            let numbers = documents.flatMap { collection.values(name, $0) }.compactMap(\.double)
            if field.isNumber, let low = numbers.min(), let high = numbers.max() {
                stats["min"] = .number(low)
                stats["max"] = .number(high)
            }
            facet["stats"] = .object(stats)
            return .object(facet)
        }
    }

    // MARK: - Records

    private func hit(_ document: JSON) -> JSON {
        let (wanted, left) = (names("include_fields"), names("exclude_fields"))
        let kept = (document.object?.members ?? []).filter { member in
            !left.contains(member.key)
                && (wanted.isEmpty || wanted.contains { $0 == member.key || member.key.hasPrefix($0 + ".") })
        }
        var hit = JSONObject([("document", .object(JSONObject(kept.map { ($0.key, $0.value) }))), ("text_match", 1)])
        let (open, close) = (
            search["highlight_start_tag"]?.string ?? "<mark>", search["highlight_end_tag"]?.string ?? "</mark>"
        )
        let full = names("highlight_full_fields")
        let words = words
        var highlight = JSONObject()
        for name in names("highlight_fields") where name != "none" {
            let marked = collection.values(name, document).compactMap { value -> JSON? in
                let text = simulatedMarks(value.string ?? "", open, close) { word in
                    words.enumerated().contains { place, typed in
                        place == words.count - 1 ? word.hasPrefix(typed) : word == typed
                    } ? word.count : nil
                }
                return text.map { text in
                    var part = JSONObject([("matched_tokens", []), ("snippet", .string(String(text.prefix(60))))])
                    if full.contains(name) { part["value"] = .string(text) }
                    return .object(part)
                }
            }
            guard let first = marked.first else { continue }
            highlight[name] = collection.fields[name]?.type.hasSuffix("[]") == true ? .array(marked) : first
        }
        hit["highlight"] = .object(highlight)
        return .object(hit)
    }
}
