// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// The advice on attributes by what they seem to be, each with its reason.
struct SettingsAdvice {
    /// Entries of a setting, and the reasons by attribute, also for those left out.
    typealias Advice = (entries: [String], reasons: [String: String])

    /// How many rules of a ranking are proposed; what is behind them hardly ever decides.
    private static let mostRules = 2

    private let traits: [AttributeTraits]
    private let inferred: IndexSettings
    private let known: AttributeKinds
    private let byName: [String: AttributeTraits]
    /// What the ranking is proposed to go by.
    private var ranked: Set<String> = []

    init(traits: [AttributeTraits], inferred: IndexSettings, _ known: AttributeKinds) {
        (self.traits, self.inferred, self.known) = (traits, inferred, known)
        byName = Dictionary(traits.map { ($0.name, $0) }) { first, _ in first }
    }

    /// The attribute of an entry such as `unordered(text)` or `desc(price)`.
    static func bare(_ entry: String) -> String {
        guard entry.hasSuffix(")"), let open = entry.firstIndex(of: "(") else { return entry.unquoted ?? entry }
        let inner = String(entry[entry.index(after: open)...].dropLast())
        return inner.unquoted ?? inner
    }

    /// The reason for an attribute without another reason.
    func plainReason(_ name: String, _ setting: String) -> String {
        guard byName[name] != nil || known[name] != nil else { return "no record has it" }
        switch setting {
        case "searchableAttributes":
            return inferred.searchedAttributes.contains { $0.name == name }
                ? "texts" : "nothing in it is text to be searched"
        case "attributesForFaceting":
            return (inferred.attributesForFaceting ?? []).contains(name)
                ? "few values, or such as come back" : "too many values to choose from"
        case "numericAttributes":
            return (inferred.numericAttributes ?? []).contains(name) ? "numbers" : "no numbers"
        default: return "no record has numbers of it"
        }
    }

    /// What is searched: names, then short texts, then long ones.
    func searchable() -> Advice {
        var (short, long, reasons): ([String], [String], [String: String]) = ([], [], [:])
        for name in inferred.searchedAttributes.map(\.name) {
            guard let traits = byName[name] else { continue }
            let entry = SearchableAttribute.entry(for: name)
            if traits.isLink {
                reasons[name] = "addresses, which users do not type"
            } else if traits.isCode {
                reasons[name] = "codes or times, which users do not type"
            } else if traits.isLevel {
                reasons[name] = "levels of a hierarchy, whose words other attributes have"
            } else if traits.isSame {
                reasons[name] = "the same in all records, so that it finds all or none"
            } else if traits.isLong {
                long.append("unordered(\(entry))")
                reasons[name] = "long texts, in which the position of a word does not matter"
            } else if traits.isList {
                short.append("unordered(\(entry))")
                reasons[name] = "lists, in which the position of a word does not matter"
            } else {
                short.append(entry)
            }
        }
        return (short + long, reasons)
    }

    /// What is counted.
    func facets() -> Advice {
        var (entries, reasons): ([String], [String: String]) = ([], [:])
        for name in inferred.attributesForFaceting ?? [] {
            guard let traits = byName[name] else { continue }
            if traits.isLink || traits.isCode || traits.hasIdentifierName {
                reasons[name] = "identifiers, addresses or codes, which users do not select from a list"
            } else if traits.isLong {
                reasons[name] = "long texts, which users do not select from a list"
            } else if traits.isTime {
                reasons[name] = "times, which are compared and not chosen from a list"
            } else if traits.isSame {
                reasons[name] = "the same in all records, so that there is nothing to choose"
            } else if traits.isUnique {
                reasons[name] = "another one in each record, so that there is nothing to count"
            } else if ranked.contains(name) {
                reasons[name] = "a number that the ranking uses"
            } else {
                entries.append(name)
            }
        }
        return (entries, reasons)
    }

    /// What is compared.
    func numeric() -> Advice {
        var (entries, reasons): ([String], [String: String]) = ([], [:])
        for name in inferred.numericAttributes ?? [] {
            guard let traits = byName[name] else { continue }
            if traits.hasIdentifierName {
                reasons[name] = "identifiers, of which none is more than another"
            } else {
                entries.append(name)
            }
        }
        return (entries, reasons)
    }

    /// What puts one of two records first; rules that are there stay, but for those that no record has anything for.
    mutating func ranking(_ rules: [RankingRule]) -> Advice {
        var entries = rules.filter { known[$0.attribute] != nil }.map(\.text)
        var reasons: [String: String] = [:]
        if entries.isEmpty {
            let found = traits.compactMap(\.ranking).sorted { $0.place < $1.place }.prefix(SettingsAdvice.mostRules)
            entries = found.map(\.rule.text)
            for (rule, _) in found { reasons[rule.attribute] = "by its name it measures popularity" }
        }
        ranked = Set(entries.map(SettingsAdvice.bare))
        return (entries, reasons)
    }

    /// What records are grouped by; `nil` where nothing looks like it.
    func group() -> Advice? {
        guard let found = traits.first(where: \.isGroup) else { return nil }
        return (
            [found.name],
            [found.name: "several records each have the same, as variants do; `distinct` 1 shows one of each"]
        )
    }
}
