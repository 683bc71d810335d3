// SPDX-License-Identifier: MIT

import Wire

/// A `multi_match` of the simulated Elasticsearch: each field by itself, the best or the sum of them.
struct ElasticMatch {
    private static let known: Set<String> = [
        "query", "type", "fields", "operator", "lenient", "analyzer", "boost", "fuzziness", "minimum_should_match",
        "tie_breaker", "zero_terms_query", "slop", "prefix_length", "max_expansions",
    ]

    private let text: String
    private let type: String
    private let needsAll: Bool
    private let isLenient: Bool
    private let fields: [(name: String, weight: Double)]
    private let index: ElasticIndex
    private let fuzziness: SimulatedFuzziness?

    init(_ content: JSON, _ index: ElasticIndex) throws {
        if let other = content.object?.keys.first(where: { !Self.known.contains($0) }) {
            throw ElasticFailure.parsing("[multi_match] query does not support [\(other)]")
        }
        guard let text = content["query"]?.string else {
            throw ElasticFailure.parsing("No text specified for multi_match query")
        }
        self.text = text
        type = content["type"]?.string ?? "best_fields"
        guard ["best_fields", "most_fields", "bool_prefix"].contains(type) else {
            throw ElasticFailure.parsing("failed to parse [multi_match] query type [\(type)]. unknown type.")
        }
        needsAll = content["operator"]?.string?.lowercased() == "and"
        isLenient = content["lenient"]?.bool ?? false
        self.index = index
        fuzziness = try content["fuzziness"].map {
            try SimulatedFuzziness($0, prefixLength: content["prefix_length"]?.int ?? 0)
        }
        let patterns = content["fields"]?.array?.compactMap(\.string) ?? ["*"]
        let searchable: Set<String> = ["text", "keyword", "long", "integer", "float", "double", "boolean"]
        fields = patterns.flatMap { pattern -> [(name: String, weight: Double)] in
            let parts = pattern.split(separator: "^")
            let weight = parts.count > 1 ? Double(parts[1]) ?? 1 : 1
            let name = String(parts[0])
            return index.types.keys.filter {
                simulatedGlob(name, matches: $0) && searchable.contains(index.types[$0] ?? "")
            }.sorted().map { ($0, weight) }
        }
    }

    func score(_ document: ElasticDocument) throws -> Double? {
        let scores = try fields.compactMap { field in
            try score(index.types[field.name] ?? "", index.values(field.name, document)).map { $0 * field.weight }
        }
        guard !scores.isEmpty else { return nil }
        return type == "best_fields" ? scores.max() : scores.reduce(0, +)
    }

    /// How well one field matches; `nil` where it does not.
    private func score(_ type: String, _ values: [JSON]) throws -> Double? {
        let isPrefix = self.type == "bool_prefix"
        switch type {
        case "text":
            let words = simulatedWords(text)
            guard let last = words.last else { return nil }
            let known = values.flatMap { simulatedWords($0.string ?? $0.text) }
            var found = words.dropLast(isPrefix ? 1 : 0).map { word in
                let exact = Double(known.count { $0 == word })
                return exact > 0 ? exact : known.contains { fuzziness?.takes($0, for: word) == true } ? 0.5 : 0
            }
            if isPrefix { found.append(known.contains { $0.hasPrefix(last) } ? 1 : 0) }
            let hits = found.filter { $0 > 0 }
            return hits.isEmpty || needsAll && hits.count < found.count ? nil : hits.reduce(0, +)
        case "long", "integer", "float", "double", "boolean", "date":
            // Other fields must have the whole value, without errors.
            guard fuzziness == nil else {
                guard isLenient else {
                    throw ElasticFailure.argument("Can only use fuzzy queries on keyword and text fields")
                }
                return nil
            }
            return try exactScore(type, values)
        case "keyword":
            return values.compactMap(\.string).contains { value in
                value == text || isPrefix && value.hasPrefix(text) || fuzziness?.takes(value, for: text) == true
            } ? 1 : nil
        default: return nil
        }
    }

    private func exactScore(_ type: String, _ values: [JSON]) throws -> Double? {
        switch type {
        case "boolean":
            guard text == "true" || text == "false" || isLenient else {
                throw ElasticFailure(400, "query_shard_exception", "Can't parse boolean value [\(text)]")
            }
            return values.contains { $0.bool.map(String.init) == text } ? 1 : nil
        default:
            guard let number = Double(text) else {
                guard isLenient else {
                    throw ElasticFailure(
                        400,
                        "query_shard_exception",
                        "failed to create query: For input string: \"\(text)\""
                    )
                }
                return nil
            }
            return values.contains { $0.double == number } ? 1 : nil
        }
    }

    /// How many characters of a word are marked in a field; `nil` for a word that is not in the query.
    func marks(_ word: String, in field: String) -> Int? {
        guard fields.contains(where: { $0.name == field }) else { return nil }
        let words = simulatedWords(text)
        if words.contains(word) { return word.count }
        let wholes = words.dropLast(type == "bool_prefix" ? 1 : 0)
        if wholes.contains(where: { fuzziness?.takes(word, for: $0) == true }) { return word.count }
        guard type == "bool_prefix", let last = words.last, word.hasPrefix(last) else { return nil }
        // The engine marks the whole word whose beginning matches.
        return word.count
    }

    /// All matches in a query.
    static func all(in query: JSON, _ index: ElasticIndex) -> [ElasticMatch] {
        if let elements = query.array { return elements.flatMap { all(in: $0, index) } }
        return (query.object?.members ?? []).flatMap { member -> [ElasticMatch] in
            switch member.key {
            case "multi_match": (try? ElasticMatch(member.value, index)).map { [$0] } ?? []
            case "filter", "must_not": []
            default: all(in: member.value, index)
            }
        }
    }
}

/// Whether a name fits a pattern in which `*` matches any text.
func simulatedGlob(_ pattern: String, matches name: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts.first, let last = parts.last else { return pattern == name }
    guard name.hasPrefix(first), name.count >= first.count + last.count, name.hasSuffix(last) else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
        guard let range = rest.firstRange(of: part) else { return false }
        rest = rest[range.upperBound...]
    }
    return true
}
