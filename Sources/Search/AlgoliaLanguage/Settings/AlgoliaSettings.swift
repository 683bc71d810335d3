// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The settings of an index in the format of Algolia's clients.
///
/// Settings that the index supports are passed to it; every other setting is stored unchanged, and returned again.
public struct AlgoliaSettings: Sendable, Hashable {
    /// The changed settings, by name.
    public let members: JSONObject

    /// Reads stored settings.
    public init(kept members: JSONObject) {
        self.members = members
    }

    /// Reads the settings of an index from other sources.
    ///
    /// - Parameter given: The index's own settings.
    public init(given: JSON) {
        let given = (given.object?.members ?? []).filter { $0.key != "synonyms" }
        members = JSONObject(given.map { ($0.key == "numericAttributes" ? Self.numeric : $0.key, $0.value) })
    }

    /// The maximum number of settings of an index.
    public static let memberLimit = 1_000

    private static let numeric = "numericAttributesForFiltering"

    /// The settings with some of them changed; null resets one to its default.
    public func changed(by changes: JSONObject) -> AlgoliaSettings {
        let changes = changes.members.filter { $0.key != "forwardToReplicas" }
        return AlgoliaSettings(
            kept: members.merging(changes.map { (key: $0.key, value: $0.value.isNull ? nil : $0.value) })
        )
    }

    /// All settings, including defaults.
    public var all: JSONObject {
        var all = Self.defaults.merging(members)
        // The index has the rules of each; clients expect names.
        if let replicas = all["replicas"]?.object { all["replicas"] = JSON(replicas.keys) }
        return all
    }

    private static let defaults = JSONObject([
        ("minWordSizefor1Typo", 4), ("minWordSizefor2Typos", 8), ("hitsPerPage", 20), ("maxValuesPerFacet", 100),
        ("searchableAttributes", .null), ("numericAttributesToIndex", .null), ("attributesToRetrieve", .null),
        ("unretrievableAttributes", .null), ("optionalWords", .null), ("attributesForFaceting", .null),
        ("attributesToSnippet", .null), ("attributesToHighlight", .null), ("paginationLimitedTo", 1_000),
        ("attributeForDistinct", .null), ("exactOnSingleWordQuery", "attribute"),
        ("ranking", JSON(criteria)),
        ("customRanking", .null), ("separatorsToIndex", ""), ("removeWordsIfNoResults", "none"),
        ("queryType", "prefixLast"), ("highlightPreTag", "<em>"), ("highlightPostTag", "</em>"),
        ("alternativesAsExact", ["ignorePlurals", "singleWordSynonym"]),
    ])

    // MARK: Settings for the index

    /// The settings of the index itself, as its JSON has them; unchanged ones are left to the index.
    ///
    /// - Throws: `AlgoliaError` that names the invalid setting.
    public func engineSettings() throws(AlgoliaError) -> JSON {
        var engine = JSONObject()
        if let names = try names("searchableAttributes") {
            engine["searchableAttributes"] = JSON(Self.searchable(names))
        }
        if let names = try names("attributesForFaceting") {
            engine["attributesForFaceting"] = JSON(Self.distinct(names.map(Self.bare)))
        }
        if let names = try names(Self.numeric) {
            engine["numericAttributes"] = JSON(Self.distinct(names.map(Self.bare)))
        }
        if let names = try names("attributesToHighlight"), !names.contains("*") {
            engine["attributesToHighlight"] = JSON(Self.distinct(names))
        }
        if let rules = try names("customRanking") {
            for rule in rules where !Self.isRanking(rule) {
                throw AlgoliaError("customRanking: `\(rule.prefix(80))` is not asc(ATTRIBUTE) or desc(ATTRIBUTE)")
            }
            engine["customRanking"] = JSON(rules.map(Self.tidy))
        }
        for member in try RelevanceParameters.read(ParameterValues(members)).members {
            engine[member.key] = member.value
        }
        if let ranking = try names("ranking") { engine["ranking"] = JSON(try Self.ranking(ranking)) }
        engine["replicas"] = members["replicas"].flatMap { $0.object == nil ? nil : $0 }
        if let signs = try ParameterValues(members).text("separatorsToIndex"), !signs.isEmpty {
            guard Set(signs.unicodeScalars).count <= 128,
                !signs.unicodeScalars.contains(where: \.properties.isWhitespace)
            else { throw AlgoliaError("separatorsToIndex: up to 128 signs without spaces are expected") }
            engine["separatorsToIndex"] = .string(signs)
        }
        engine["attributeForDistinct"] = try ParameterValues(members).text("attributeForDistinct").map { .string($0) }
        return .object(engine)
    }

    /// The settings that are defaults of query parameters.
    public var queryDefaults: JSONObject {
        JSONObject(
            members.members.filter { Self.parameters.contains($0.key) }.map { ($0.key, $0.value) }
        )
    }

    private static let parameters: Set<String> = [
        "hitsPerPage", "maxValuesPerFacet", "attributesToRetrieve", "attributesToSnippet", "highlightPreTag",
        "highlightPostTag", "snippetEllipsisText", "restrictHighlightAndSnippetArrays", "sortFacetValuesBy",
        "maxFacetHits", "responseFields", "unretrievableAttributes", RenderingContent.name,
    ]

    private func names(_ name: String) throws(AlgoliaError) -> [String]? {
        guard let value = members[name], !value.isNull else { return nil }
        guard let list = value.array, list.count <= 1_000 else {
            throw AlgoliaError("\(name): a list of texts is expected")
        }
        var names: [String] = []
        for element in list {
            guard let text = element.string, (1...512).contains(text.utf8.count) else {
                throw AlgoliaError("\(name): a list of texts is expected")
            }
            names.append(text)
        }
        return names
    }

    /// The modifiers of an attribute in settings; other parentheses are part of its name, as in `Size (cm)`.
    private static let modifiers: Set<String> = [
        "searchable", "filterOnly", "afterDistinct", "equalOnly", "ordered", "unordered", "asc", "desc",
    ]

    /// An attribute without its modifier: `brand` of `searchable(brand)`.
    private static func bare(_ text: some StringProtocol) -> String {
        let trimmed = text.trimmingSpaces
        guard trimmed.hasSuffix(")"), let open = trimmed.firstIndex(of: "("),
            modifiers.contains(String(trimmed[..<open]))
        else { return String(trimmed) }
        return bare(trimmed[trimmed.index(after: open)...].dropLast())
    }

    /// A criterion, or a rule without blanks around its attribute.
    private static func tidy(_ rule: String) -> String {
        guard isRanking(rule), let open = rule.firstIndex(of: "(") else { return rule }
        return "\(rule[..<open])(\(bare(rule)))"
    }

    /// The searched attributes in the form of the index: each once, at its first position.
    private static func searchable(_ entries: [String]) -> [String] {
        var known: Set<String> = []
        return entries.compactMap { entry in
            let names = entry.split(separator: ",").map { String($0.trimmingSpaces) }.filter { name in
                !bare(name).isEmpty && known.insert(bare(name)).inserted
            }
            return names.isEmpty ? nil : names.joined(separator: ",")
        }
    }

    /// The rules before all criteria, and the criteria in their order.
    private static func ranking(_ names: [String]) throws(AlgoliaError) -> [String] {
        var known: Set<String> = []
        for name in names {
            guard criteria.contains(name) || isRanking(name) else {
                throw AlgoliaError(
                    "ranking: `\(name.prefix(80))` must be one of \(criteria.joined(separator: ", ")), asc(ATTRIBUTE), desc(ATTRIBUTE)"
                )
            }
            guard !isRanking(name) || criteria.allSatisfy({ !known.contains($0) }) else {
                throw AlgoliaError("ranking: `\(name)` follows a criterion, and must come before all of them")
            }
            guard known.insert(name).inserted else { throw AlgoliaError("ranking: `\(name)` occurs twice") }
        }
        return names.map(tidy)
    }

    private static let criteria = RelevanceSetting.Criterion.allCases.map(\.rawValue)

    private static func isRanking(_ text: String) -> Bool {
        (text.hasPrefix("asc(") || text.hasPrefix("desc(")) && text.hasSuffix(")") && bare(text) != ""
    }

    private static func distinct(_ names: [String]) -> [String] {
        var known: Set<String> = []
        return names.filter { !$0.isEmpty && known.insert($0).inserted }
    }

    /// Checks that the settings can be given to an index.
    ///
    /// - Throws: `AlgoliaError`.
    public func check() throws(AlgoliaError) {
        guard members.count <= Self.memberLimit else {
            throw AlgoliaError("An index has at most \(Self.memberLimit) settings")
        }
        _ = try engineSettings()
        _ = try AlgoliaReplicas.names(members)
        _ = try ParameterValues(members).integer("relevancyStrictness", in: 0...100)
        _ = try AlgoliaQuery(AlgoliaQuestion(.hits, index: "-", parameters: queryDefaults))
    }
}
