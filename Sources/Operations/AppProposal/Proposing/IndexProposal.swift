// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// What an index of some files would be: how records are taken, what is searched, counted and compared, and why.
public struct IndexProposal: Sendable {
    /// What records are known by.
    public enum Identifier: Sendable, Hashable {
        /// They have an `objectID`; those without one get one, where there are such.
        case own(generating: Bool)
        /// The value of an attribute, each record's another.
        case attribute(String)
        /// Made of the file's name and the position in it.
        case generated
    }

    /// Another order of the records.
    struct Sorting: Sendable, Hashable {
        let replica: String
        let label: String
        let rule: RankingRule
    }

    /// What the index is called.
    public let name: String
    /// The files as named by the user.
    public let files: [String]
    /// How many records the files have, and how many of them were looked at.
    public let recordCount: Int
    public let sampleCount: Int
    public private(set) var identifier: Identifier
    public private(set) var conversion: RecordConversion
    public let settings: IndexSettings
    /// What was decided, in the order in which people read it.
    public private(set) var decisions: [Decision]
    /// What was left out, and why.
    public let leftOut: [Decision]
    /// What people should look at: what could be meant in two ways, or is not drawn as it is, and what can be done about it.
    public let doubts: [Decision]
    let roles: RecordRoles
    let sortings: [Sorting]
    let averageBytes: Int
    let survey: SampleSurvey

    /// The attributes of the files with what they hold, for people.
    public let attributes: [(name: String, values: Int, examples: [String])]
    /// What people call the index.
    let title: String

    /// The same with identifiers that are made of the file's name and the position in it.
    public func generatingIdentifiers() -> IndexProposal {
        var other = self
        other.identifier = .generated
        other.conversion.identifier = nil
        let reason =
            identifier.attribute.map { "not all records have another `\($0)`; `--id \($0)` keeps the last of each" }
            ?? "not all records have another one"
        other.decisions[0] = Decision("objectID", "the file's name and the position in it", reason)
        return other
    }

    /// Whether all records were looked at.
    public var isWhole: Bool { sampleCount == recordCount }
}

extension IndexProposal {
    /// The name of an index for a text such as a file's name: small letters, digits and `-`.
    public static func indexName(for text: String) -> String {
        let slug = PartNames.slug(text)
        return slug.isEmpty ? "records" : slug
    }

    /// Files that become one index, as they are read.
    public struct Source: Sendable {
        /// What the index is called.
        public let name: String
        public let files: [String]
        /// Records of the files, with identifiers that were generated where they had none.
        public private(set) var sample: RecordSample
        /// What separates the columns of the files; `nil` where they have none.
        public var delimiter: Character?
        /// How many of all records had no identifier of their own.
        public private(set) var anonymous = 0

        /// Starts without records; the sample says how many are kept.
        public init(name: String, files: [String], sample: RecordSample = RecordSample()) {
            (self.name, self.files, self.sample) = (name, files, sample)
        }

        /// Takes a record.
        ///
        /// - Parameters:
        ///   - record: The record, with an identifier that was generated where it had none.
        ///   - file: The name of its file.
        ///   - number: Its place in the file, from 1.
        ///   - line: The line where it begins, from 1; 0 where that is not known.
        public mutating func add(_ record: Record, file: String, number: Int, line: Int = 0) {
            if record.objectID == "\(file):\(number)" { anonymous += 1 }
            let place = line == 0 ? "" : files.count > 1 ? "\(file), line \(line)" : "line \(line)"
            sample.add(record, at: place)
        }
    }

    /// Proposes an index.
    ///
    /// - Parameters:
    ///   - source: The files and their records.
    ///   - wanted: The attribute to use as the identifier; `nil` to find one.
    /// - Throws: `SearchBusError.invalidRecord` for records that cannot have this identifier.
    public init(_ source: Source, identifier wanted: String?) throws {
        let raw = SampleSurvey(of: source.sample.records)
        let (identifier, reason) = Self.identifier(source, raw, wanted: wanted)
        let conversions = ConversionProposal(raw, delimiter: source.delimiter)
        var conversion = RecordConversion(rules: conversions.rules, place: conversions.place)
        if case .attribute(let name) = identifier {
            conversion.identifier = name
            conversion.rules.removeAll { $0.attribute == name }
        }
        let rules = Set(conversion.rules.map(\.attribute))
        let plan = conversion
        let records = try source.sample.records.map { try plan.convert($0) }
        let survey = SampleSurvey(of: records)
        let proposed = survey.records.proposedSettings
        let finder = RoleFinder(survey, raw: raw, identifier: conversion.identifier)
        name = source.name
        files = source.files
        recordCount = source.sample.count
        sampleCount = records.count
        self.identifier = identifier
        self.conversion = conversion
        self.survey = survey
        roles = finder.roles
        averageBytes = records.isEmpty ? 0 : records.reduce(0) { $0 + $1.text.count } / records.count
        sortings = Self.sortings(roles, proposed.customRanking ?? [], index: source.name)
        settings = Self.settings(proposed, roles, sortings, identifier: survey[identifier.attribute ?? ""])
        attributes = raw.attributes.map { ($0.name, $0.valueCount, $0.examples) }
        title = Self.title(of: source)
        let searched = settings.searchedAttributes.map(\.name)
        decisions =
            [Decision("objectID", reason.choice, reason.reason)]
            + conversions.decisions.filter { rules.contains($0.subject) || $0.choice.contains("_geoloc") }
            + roles.decisions
            + [
                Decision(
                    "what is searched",
                    searched.isEmpty ? "nothing" : searched.joined(separator: ", "),
                    searched.isEmpty ? "no attribute has texts" : "names first, then short texts, then long ones"
                )
            ]
            + (settings.customRanking ?? []).map {
                Decision($0.attribute, "what comes first of equals", "by its name it measures popularity")
            }
            + [settings.relevance.attributeForDistinct].compactMap(\.self).map {
                Decision(
                    $0,
                    "one hit for all that share it",
                    "called like what variants share, and several records do; `distinct` 0 in the settings shows each"
                )
            }
        doubts = SampleDoubts(raw, conversions, image: roles.image, places: source.sample.places).list
        leftOut =
            roles.leftOut
            + (survey.hasMore
                ? [
                    Decision(
                        "further attributes",
                        "not looked at",
                        "there are more than \(AttributeSurvey.mostAttributes), deep ones, or such with very long names"
                    )
                ] : [])
    }

    /// What people call the index: as the file is called, where the index is called after it.
    private static func title(of source: Source) -> String {
        let file = source.files.first?.split(separator: "/").last ?? ""
        let stem = String(file.prefix { $0 != "." })
        return NameWords.title(indexName(for: stem) == source.name && !stem.isEmpty ? stem : source.name)
    }

    // MARK: - Identifiers

    private static let names = [
        "id", "_id", "sku", "isbn", "isbn13", "ean", "gtin", "asin", "uuid", "guid", "key", "slug", "handle", "code",
        "number", "pid", "uid",
    ]

    private static func identifier(
        _ source: Source,
        _ survey: SampleSurvey,
        wanted: String?
    ) -> (Identifier, (choice: String, reason: String)) {
        if let wanted { return (.attribute(wanted), ("`\(wanted)`", "as asked for with --id")) }
        guard source.anonymous > 0 else { return (.own(generating: false), ("as it is", "every record has one")) }
        guard source.anonymous == source.sample.count else {
            let count = "\(source.anonymous) of \(source.sample.count) records have none"
            return (.own(generating: true), ("unchanged, else by position in the file", count))
        }
        let unique = survey.attributes.filter { tally in
            tally.isTop && !tally.isList && tally.records == survey.sampleCount && tally.valueCount == tally.records
                && tally.truths == 0 && (tally.numbers == 0 || tally.numbers == tally.count && tally.isInteger)
                && tally.presentTexts == tally.texts
        }
        let isAll =
            source.sample.isWhole ? "each record has another one" : "each of the records looked at has another one"
        for name in names {
            guard let found = unique.first(where: { $0.words.joined == name || $0.name == name }) else { continue }
            return (.attribute(found.name), ("`\(found.name)`", "called like an identifier, and \(isAll)"))
        }
        if let found = unique.first(where: { $0.words.isCode && $0.words.words.last != "code" }) {
            return (.attribute(found.name), ("`\(found.name)`", "called like an identifier, and \(isAll)"))
        }
        let reason = "no attribute is called like an identifier and unique"
        let almost = almostUnique(source, survey).map { "; \($0)" } ?? ""
        return (.generated, ("the file's name and the position in it", reason + almost))
    }

    /// What to do about an attribute that is called like an identifier, and whose values are few records' more than once.
    private static func almostUnique(_ source: Source, _ survey: SampleSurvey) -> String? {
        let nearly = survey.attributes.filter { tally in
            tally.isTop && !tally.isList && tally.records == survey.sampleCount && tally.truths == 0
                && tally.presentTexts == tally.texts && tally.valueCount < tally.records
                && tally.valueCount * 10 >= tally.records * 9
        }
        let named = names.lazy.compactMap { name in nearly.first { $0.words.joined == name || $0.name == name } }.first
        guard let found = named ?? nearly.first(where: \.words.isCode) else { return nil }
        var first: [JSON: Int] = [:]
        for (number, record) in source.sample.records.enumerated() {
            guard let value = record.json[found.name] else { continue }
            guard let before = first[value] else {
                first[value] = number
                continue
            }
            let count = found.records - found.valueCount
            let places = [number, before].map { source.sample.places[$0] }
            let example = places.contains("") ? "" : " (\(places[0]) has that of \(places[1]))"
            return "`\(found.name)` would do but for \(count) duplicate\(count == 1 ? "" : "s")\(example): "
                + "`--id '\(found.name)'` keeps the last of each"
        }
        return nil
    }

    // MARK: - Settings

    private static func settings(
        _ base: IndexSettings,
        _ roles: RecordRoles,
        _ sortings: [Sorting],
        identifier: AttributeTally?
    ) -> IndexSettings {
        var settings = base
        func union(_ first: [String]?, _ second: [String]) -> [String] {
            var known: Set<String> = []
            return ((first ?? []) + second).filter { known.insert($0).inserted }
        }
        var searched = base.searchableAttributes ?? []
        if let title = roles.title.map(SearchableAttribute.entry(for:)), let place = searched.firstIndex(of: title) {
            searched.remove(at: place)
            searched.insert(title, at: 0)
        }
        // People type the number of an article, however much it looks like a code; any other words are more to them.
        if let identifier, identifier.texts > 0 {
            let entry = SearchableAttribute.entry(for: identifier.name)
            searched.removeAll { $0 == entry }
            searched.append(entry)
        }
        settings.searchableAttributes = searched
        settings.attributesForFaceting = union(
            base.attributesForFaceting,
            roles.levels.flatMap(\.self) + roles.facets + roles.toggles.map(\.attribute)
                + [roles.rating].compactMap(\.self)
        )
        settings.numericAttributes = union(
            base.numericAttributes,
            [roles.price?.attribute, roles.rating].compactMap(\.self) + roles.ranges + roles.moments.map(\.attribute)
        )
        settings.relevance.replicas = sortings.map { Replica(name: $0.replica, ranking: [$0.rule]) }
        return settings
    }

    private static func sortings(_ roles: RecordRoles, _ ranking: [RankingRule], index: String) -> [Sorting] {
        var names = PartNames()
        _ = names.take(index, or: "index")
        func sorting(_ attribute: String, _ direction: RankingRule.Direction, _ label: String) -> Sorting {
            let name = names.take(
                "\(index.prefix(20))-\(attribute)-\(direction.rawValue)",
                or: "\(index.prefix(30))-order"
            )
            return Sorting(replica: name, label: label, rule: RankingRule(attribute, direction))
        }
        var sortings: [Sorting] = []
        if let price = roles.price {
            let title = NameWords.title(price.attribute)
            sortings.append(sorting(price.attribute, .ascending, "\(title): low to high"))
            sortings.append(sorting(price.attribute, .descending, "\(title): high to low"))
        }
        if let rating = roles.rating { sortings.append(sorting(rating, .descending, "Best rated")) }
        if let moment = roles.moments.first { sortings.append(sorting(moment.attribute, .descending, "Newest first")) }
        if roles.moments.isEmpty, let year = roles.year { sortings.append(sorting(year, .descending, "Newest first")) }
        let range = roles.ranges.first { name in name != roles.year && !ranking.contains { $0.attribute == name } }
        if let range { sortings.append(sorting(range, .descending, "\(NameWords.title(range)): high to low")) }
        for rule in ranking where rule.attribute != roles.rating && sortings.count < 6 {
            sortings.append(
                sorting(rule.attribute, rule.direction, "By \(NameWords.title(rule.attribute).lowercased())")
            )
        }
        return sortings
    }
}
