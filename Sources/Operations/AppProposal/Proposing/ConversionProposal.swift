// SPDX-License-Identifier: MIT

import SearchIndex

/// The texts of a sample that are really other values, and their conversions.
struct ConversionProposal {
    private(set) var rules: [RecordConversion.Rule] = []
    private(set) var place: RecordConversion.Place?
    private(set) var decisions: [Decision] = []
    /// Which decimal mark texts have that can be read with both.
    let evidence: DecimalMarkEvidence

    private static let latitudes: Set<String> = ["lat", "latitude", "breitengrad"]
    private static let longitudes: Set<String> = ["lng", "lon", "long", "longitude", "längengrad"]
    private static let lists: Set<String> = [
        "tags", "tag", "keywords", "categories", "genres", "genre", "colors", "colours", "sizes", "authors",
        "languages", "features", "ingredients", "labels", "topics", "skills", "actors", "cast", "subjects", "amenities",
        "materials",
    ]
    private static let paths: Set<String> = [
        "category", "categories", "path", "breadcrumb", "breadcrumbs", "taxonomy", "hierarchy", "kategorie", "section",
        "department",
    ]

    init(_ survey: SampleSurvey, delimiter: Character? = nil) {
        evidence = DecimalMarkEvidence(survey, delimiter: delimiter)
        for tally in survey.attributes {
            guard let (conversion, reason) = conversion(of: tally, in: survey) else { continue }
            rules.append(RecordConversion.Rule(tally.name, conversion))
            decisions.append(Decision(tally.name, Self.words(conversion), reason))
        }
        guard survey.placeCount == 0, let place = Self.place(in: survey) else { return }
        self.place = place
        decisions.append(
            Decision(
                "\(place.latitude), \(place.longitude)",
                "the place of a record, `_geoloc`",
                "named and bounded like degrees"
            )
        )
    }

    private static func words(_ conversion: Conversion) -> String {
        switch conversion {
        case .number: "a number"
        case .date: "a date, in seconds since 1970"
        case .truth: "true or false"
        case .list: "a list"
        case .levels: "levels of categories"
        }
    }

    private func conversion(of tally: AttributeTally, in survey: SampleSurvey) -> (Conversion, String)? {
        guard tally.texts == tally.count, tally.presentTexts > 0 else { return nil }
        if let levels = Self.levels(of: tally, in: survey) { return levels }
        guard !tally.isList else { return nil }
        if tally.isMostly(.truth), tally.valueCount <= 4 { return (.truth, "its texts say yes or no") }
        if let date = Self.date(of: tally) { return date }
        if let number = number(of: tally) { return number }
        return Self.list(of: tally)
    }

    private func number(of tally: AttributeTally) -> (Conversion, String)? {
        guard !tally.words.isCode else { return nil }
        let marks = NumberText.DecimalMark.allCases.filter { tally.isMostly(.number($0)) }
        guard let first = marks.first else { return nil }
        let isOpen = marks.count > 1 && tally.count(of: .openNumber) > 0
        let mark = DecimalMarkEvidence.mark(of: tally) ?? (isOpen ? evidence.mark : first)
        let money = tally.currency.map { ", in \($0)" } ?? ""
        let point = mark == .comma ? " with a decimal comma" : ""
        return (.number(mark), "its texts are numbers\(point)\(money)")
    }

    private static func date(of tally: AttributeTally) -> (Conversion, String)? {
        let orders = DateText.Order.allCases.filter { tally.isMostly(.date($0)) }
        let most = orders.map { tally.count(of: .date($0)) }.max() ?? 0
        guard let first = orders.first(where: { tally.count(of: .date($0)) == most }) else { return nil }
        // Days up to the twelfth leave open which number is the month; points are written where the day comes first.
        let isOpen = first == .dayFirst && tally.count(of: .date(.monthFirst)) == most
        let hasSlashes = tally.count(of: .parted("/")) > 0
        let order = isOpen && hasSlashes ? .monthFirst : first
        let guess = isOpen ? "; the order of day and month is ambiguous" : ""
        return (.date(order), "its texts are dates (\(order.rawValue))\(guess)")
    }

    private static func list(of tally: AttributeTally) -> (Conversion, String)? {
        guard tally.averageBytes <= 120, tally.links == 0, !tally.words.isDescription else { return nil }
        let isNamed = tally.words.ends(in: lists)
        for separator in ["|", ";", ","] {
            let parted = tally.count(of: .parted(separator))
            guard parted * 3 >= tally.presentTexts, parted > 0, separator != "," || isNamed else { continue }
            let (count, distinct) = tally.parts(separator)
            guard isNamed || distinct * 2 <= count else { continue }
            return (.list(separator), "its texts are several values with `\(separator)` between them")
        }
        return nil
    }

    private static func levels(of tally: AttributeTally, in survey: SampleSurvey) -> (Conversion, String)? {
        let name = RecordConversion.levelsAttribute(of: tally.name)
        guard survey["\(tally.name).lvl0"] == nil, survey["\(name).lvl0"] == nil, survey[name] == nil,
            !tally.name.contains("."), tally.averageBytes <= 200, tally.links == 0,
            !tally.words.isDescription
        else { return nil }
        for separator in [">", "/"] {
            let parted = tally.count(of: .parted(separator))
            let isNamed = separator != "/" || tally.words.ends(in: paths)
            let isDate = DateText.Order.allCases.contains { tally.count(of: .date($0)) * 2 > tally.presentTexts }
            guard isNamed, !isDate, parted * 2 >= tally.presentTexts, parted > 0 else { continue }
            let (count, distinct) = tally.parts(separator)
            guard distinct * 5 <= count * 4 || tally.presentTexts < 10 else { continue }
            return (.levels(separator), "its texts are paths with `\(separator)` between the levels")
        }
        return nil
    }

    private static func place(in survey: SampleSurvey) -> RecordConversion.Place? {
        func find(_ names: Set<String>, _ bound: Double) -> AttributeTally? {
            survey.attributes.first { tally in
                let isNumeric = tally.numbers == tally.count || tally.isMostly(.number(.point))
                return !tally.name.contains(",") && tally.words.ends(in: names) && !tally.isList
                    && isNumeric && tally.lowest >= -bound && tally.highest <= bound
            }
        }
        guard let latitude = find(latitudes, 90), let longitude = find(longitudes, 180) else { return nil }
        return RecordConversion.Place(latitude: latitude.name, longitude: longitude.name)
    }
}
