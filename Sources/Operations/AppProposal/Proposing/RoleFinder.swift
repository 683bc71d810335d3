// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// Finds out what the attributes of records are to people: by their names first, and by their values.
struct RoleFinder {
    private let survey: SampleSurvey
    /// What the texts were before they became numbers, for what only texts tell.
    private let raw: SampleSurvey
    private(set) var roles = RecordRoles()
    /// The attributes that have a role already.
    private var taken: Set<String> = []

    /// - Parameters:
    ///   - survey: What the records have, as they are imported.
    ///   - raw: What the files have.
    ///   - identifier: The attribute that the identifier is made of.
    init(_ survey: SampleSurvey, raw: SampleSurvey, identifier: String?) {
        (self.survey, self.raw) = (survey, raw)
        if let identifier { taken.insert(identifier) }
        findPlaces()
        findLevels()
        findImage()
        findTitle()
        findText()
        findMoments()
        findNumbers()
        findToggles()
        findFacets()
        findSubtitle()
    }

    private var free: [AttributeTally] { survey.attributes.filter { !taken.contains($0.name) } }

    private mutating func decide(_ name: String, _ choice: String, _ reason: String) {
        taken.insert(name)
        roles.decisions.append(Decision(name, choice, reason))
    }

    private mutating func leaveOut(_ name: String, _ choice: String, _ reason: String) {
        roles.leftOut.append(Decision(name, choice, reason))
    }

    /// The best of some attributes by the place of their names in a list; the whole name counts more than its last word.
    private static func best(_ tallies: [AttributeTally], named names: [String]) -> AttributeTally? {
        func place(_ tally: AttributeTally) -> Int? {
            if let place = names.firstIndex(of: tally.words.joined) { return place }
            return tally.words.words.last.flatMap(names.firstIndex).map { $0 + names.count }
        }
        return tallies.compactMap { tally in place(tally).map { (tally, $0) } }.min { $0.1 < $1.1 }?.0
    }

    // MARK: - Texts

    private static let titles = [
        "title", "name", "label", "headline", "subject", "titel", "bezeichnung", "nombre", "nom", "titre",
        "productname", "product", "displayname", "fullname", "caption", "heading", "event", "item", "lastname",
        "surname", "firstname",
    ]
    private static let qualifiers: Set<String> = [
        "brand", "category", "file", "user", "host", "company", "first", "last", "author", "seller", "vendor", "sub",
        "group", "image", "job",
    ]

    private mutating func findTitle() {
        let texts = free.filter { $0.isTop && $0.texts == $0.count && $0.texts > 0 && $0.averageBytes <= 200 }
        let plain = texts.filter { !$0.isLink }
        let own = plain.filter { $0.words.words.count == 1 || !$0.words.has(Self.qualifiers) }
        if let named = Self.best(own, named: Self.titles) ?? Self.best(plain, named: Self.titles) {
            decide(named.name, "the title of a hit", "called like one")
            roles.title = named.name
        } else if let telling = plain.first(where: {
            !$0.isList && !$0.words.isCode && $0.valueCount * 10 >= $0.count * 7
        }) {
            decide(telling.name, "the title of a hit", "the first short texts that identify records")
            roles.title = telling.name
        } else if let first = plain.first(where: { !$0.words.isCode }) ?? plain.first {
            // It may be worth counting too.
            roles.decisions.append(Decision(first.name, "the title of a hit", "the first texts that there are"))
            roles.title = first.name
        }
    }

    private mutating func findText() {
        let texts = free.filter {
            $0.isTop && $0.texts == $0.count && $0.texts > 0 && !$0.isLink
        }
        if let named = Self.best(texts.filter { $0.averageBytes >= 10 }, named: NameWords.descriptions) {
            decide(named.name, "the text of a hit", "called like one")
            roles.text = named.name
        } else if let longest = texts.max(by: { $0.averageBytes < $1.averageBytes }), longest.averageBytes >= 60 {
            decide(longest.name, "the text of a hit", "the longest texts, \(longest.averageBytes) bytes on average")
            roles.text = longest.name
        }
    }

    private static let subtitles = [
        "brand", "marke", "marque", "marca", "hersteller", "fabricant", "fabricante", "author", "authors", "autor",
        "auteur", "artist", "künstler", "verlag", "éditeur", "editorial", "director", "maker", "vendor", "manufacturer",
        "publisher", "company", "creator", "venue", "department", "role", "position", "position", "firstname",
        "category", "type", "genre", "genres", "city", "country", "location", "status", "service", "subtitle",
        "kategorie", "catégorie", "categoría", "stadt", "ort", "ville", "ciudad",
    ]

    private mutating func findSubtitle() {
        let texts = survey.attributes.filter { tally in
            tally.isTop && tally.texts == tally.count && tally.texts > 0 && tally.averageBytes <= 80
                && tally.links == 0 && !roles.shown.contains(tally.name)
        }
        // Half a name needs the other half.
        let isSurname = roles.title.map { ["lastname", "surname"].contains(NameWords($0).joined) } ?? false
        let other = isSurname ? texts.first { $0.words.joined == "firstname" } : nil
        let found = other ?? Self.best(texts, named: Self.subtitles) ?? texts.first { roles.facets.contains($0.name) }
        guard let found, found.name != roles.title else { return }
        roles.subtitle = found.name
        roles.decisions.append(Decision(found.name, "the line below the title", "short, and often searched for"))
    }

    private static let pictures: Set<String> = [
        "image", "images", "img", "photo", "photos", "picture", "thumbnail", "thumb", "cover", "poster", "avatar",
        "logo", "bild", "foto", "imageurl", "icon",
    ]

    private mutating func findImage() {
        let links = survey.attributes.filter {
            $0.isTop && !$0.isInLists && $0.texts > 0 && $0.isLink
        }
        let named = links.first { $0.words.has(Self.pictures) || Self.pictures.contains($0.words.joined) }
        let found = links.first { $0.count(of: .image) * 2 >= $0.texts } ?? named
        if let found {
            let isEnding = found.count(of: .image) * 2 >= found.texts
            decide(
                found.name,
                "the picture of a hit",
                isEnding ? "addresses that end as those of pictures do" : "addresses, called like pictures"
            )
            roles.image = found.name
        }
    }

    // MARK: - Numbers

    private static let prices: Set<String> = [
        "price", "prices", "cost", "amount", "fee", "preis", "prix", "precio", "prezzo", "msrp", "fare", "saleprice",
        "listprice", "unitprice", "budget", "salary", "betrag", "kosten", "umsatz", "gehalt", "montant", "coût",
        "importe", "coste",
    ]
    private static let ratings: Set<String> = [
        "rating", "stars", "score", "averagerating", "avgrating", "ratingaverage", "bewertung", "sterne", "note",
        "évaluation", "étoiles", "valoración", "puntuación", "estrellas",
    ]
    private static let years: Set<String> = ["year", "jahr", "annee", "année", "año", "ano", "founded", "born"]

    private mutating func findNumbers() {
        let numeric = survey.attributes.filter { $0.isNumeric && !taken.contains($0.name) }
        for tally in numeric {
            guard let reason = tally.traits.objection(to: .compared) else { continue }
            leaveOut(tally.name, "no range", reason)
            taken.insert(tally.name)
        }
        findPrice(numeric.filter { !taken.contains($0.name) })
        let scores = numeric.filter { tally in
            !taken.contains(tally.name) && tally.words.ends(in: Self.ratings) && tally.lowest >= 0 && tally.highest <= 5
                && tally.highest > 1 && !tally.isList
        }
        if let score = scores.first {
            decide(
                score.name,
                "stars",
                "called like a rating, from \(Self.text(score.lowest)) to \(Self.text(score.highest))"
            )
            roles.rating = score.name
        }
        for tally in numeric where !taken.contains(tally.name) && !isSwitch(tally) {
            findRange(tally)
        }
    }

    private mutating func findPrice(_ numeric: [AttributeTally]) {
        let found =
            numeric.first { $0.words.ends(in: Self.prices) } ?? numeric.first { $0.words.has(Self.prices) }
            ?? numeric.first { raw[$0.name]?.currency != nil }
        guard let found, found.valueCount > 1 else { return }
        let currency = raw[found.name]?.currency ?? Self.currency(in: found.words) ?? currencyBeside(found)
        let why = found.words.has(Self.prices) ? "called like an amount" : "its texts name a currency"
        decide(
            found.name,
            "a range of prices",
            "\(why), from \(Self.text(found.lowest)) to \(Self.text(found.highest))\(currency.map { " \($0)" } ?? "")"
                + Self.misfits(of: found)
        )
        roles.price = RecordRoles.Price(attribute: found.name, currency: currency)
    }

    private static let codes: Set<String> = [
        "usd", "eur", "gbp", "jpy", "chf", "cny", "inr", "sek", "nok", "dkk", "pln", "czk", "cad", "aud",
    ]

    private static func currency(in words: NameWords) -> String? {
        words.words.first(where: codes.contains)?.uppercased()
    }

    /// The currency that another attribute tells, the same for all records.
    private func currencyBeside(_ tally: AttributeTally) -> String? {
        let beside = survey.attributes.first {
            $0.words.ends(in: ["currency", "währung", "waehrung"]) && $0.valueCount == 1
        }
        guard let code = beside?.firstValues.first?.string, Self.codes.contains(code.lowercased()) else { return nil }
        return code.uppercased()
    }

    private mutating func findRange(_ tally: AttributeTally) {
        guard tally.valueCount > 2 else { return }
        let isYear = tally.isInteger && tally.words.has(Self.years) && tally.lowest >= 1_000 && tally.highest <= 2_200
        guard tally.valueCount > 8 || isYear || !tally.isInteger || tally.count < 20 else { return }
        guard isYear || roles.ranges.count(where: { $0 != roles.year }) < RecordRoles.mostRanges else {
            return leaveOut(tally.name, "no range", "there are \(RecordRoles.mostRanges) others already")
        }
        decide(
            tally.name,
            "a range of \(isYear ? "years" : "numbers")",
            "from \(Self.text(tally.lowest)) to \(Self.text(tally.highest))\(Self.misfits(of: tally))"
        )
        if isYear, roles.year == nil { roles.year = tally.name }
        roles.ranges.append(tally.name)
    }

    private static let moments: Set<String> = [
        "date", "time", "timestamp", "created", "updated", "modified", "published", "at", "ts", "datum", "day",
        "released", "release", "expires", "start", "end", "fecha",
    ]
    private static let seconds = 300_000_000.0...4_200_000_000.0

    /// Whether numbers are seconds or milliseconds since 1970, by their size and name.
    private static func isMoment(_ tally: AttributeTally) -> Bool {
        guard tally.isInteger, tally.words.has(moments) || tally.words.joined.hasSuffix("at") else { return false }
        return seconds.contains(tally.lowest) && seconds.contains(tally.highest) || isMilliseconds(tally)
    }

    private static func isMilliseconds(_ tally: AttributeTally) -> Bool {
        seconds.contains(tally.lowest / 1_000) && seconds.contains(tally.highest / 1_000)
    }

    private mutating func findMoments() {
        for tally in free where tally.isNumeric {
            let wasDate = DateText.Order.allCases.contains { raw[tally.name]?.isMostly(.date($0)) ?? false }
            guard wasDate || Self.isMoment(tally) else { continue }
            guard roles.moments.count < RecordRoles.mostMoments else {
                leaveOut(tally.name, "no range of dates", "there are \(RecordRoles.mostMoments) others already")
                taken.insert(tally.name)
                continue
            }
            let isMilliseconds = !wasDate && Self.isMilliseconds(tally)
            let unit = isMilliseconds ? "milliseconds" : "seconds"
            let reason = wasDate ? "dates" : "\(unit) since 1970, by name and size"
            decide(tally.name, "a range of dates", reason + Self.misfits(of: tally))
            roles.moments.append(RecordRoles.Moment(attribute: tally.name, isMilliseconds: isMilliseconds))
        }
    }

    private static let switches: Set<String> = [
        "is", "has", "in", "on", "active", "enabled", "available", "published", "featured", "free", "sold", "open",
        "new", "verified", "deleted",
    ]

    private func isSwitch(_ tally: AttributeTally) -> Bool {
        tally.isInteger && tally.valueCount == 2 && tally.lowest == 0 && tally.highest == 1
            && tally.words.has(Self.switches)
    }

    private mutating func findToggles() {
        for tally in free where tally.truths == tally.count && tally.truths > 0 || isSwitch(tally) {
            guard tally.valueCount == 2, !tally.isList else {
                leaveOut(tally.name, "no switch", "the same in all records")
                taken.insert(tally.name)
                continue
            }
            guard roles.toggles.count < RecordRoles.mostToggles else {
                leaveOut(tally.name, "no switch", "there are \(RecordRoles.mostToggles) others already")
                taken.insert(tally.name)
                continue
            }
            decide(tally.name, "a switch", tally.truths > 0 ? "true or false" : "0 or 1, called like a switch")
            roles.toggles.append(RecordRoles.Toggle(attribute: tally.name, isNumber: tally.truths == 0))
        }
    }

    /// How many values have no place in a range.
    private static func misfits(of tally: AttributeTally) -> String {
        let others = tally.count - tally.numbers
        return others == 0 ? "" : "; in no range, since not numbers: \(others) of \(tally.count) values"
    }

    private static func text(_ number: Double) -> String {
        let whole = number.rounded()
        return abs(number) < 1e15 && whole == number ? String(Int(whole)) : String((number * 100).rounded() / 100)
    }
}

// MARK: - What is chosen from lists

extension RoleFinder {
    private mutating func findPlaces() {
        guard survey.placeCount > 0 else { return }
        roles.hasPlaces = true
        decide("_geoloc", "a map", "\(survey.placeCount) of the records looked at lie somewhere")
        for tally in survey.attributes
        where tally.words.ends(in: ["lat", "latitude", "lng", "lon", "long", "longitude"]) {
            taken.insert(tally.name)
        }
    }

    private mutating func findLevels() {
        for tally in survey.attributes where tally.name.hasSuffix(".lvl0") && tally.texts > 0 {
            let stem = tally.name.dropLast(1)
            let names = (0..<RecordConversion.deepest).map { "\(stem)\($0)" }.prefix { survey[$0] != nil }
            guard names.count > 1, tally.valueCount > 1 || names.count > 2 else { continue }
            let attribute = String(tally.name.dropLast(".lvl0".count))
            names.forEach { taken.insert($0) }
            guard roles.levels.count < RecordRoles.mostLevels else { continue }
            let isMade = attribute.hasSuffix("_levels") && raw[attribute] == nil
            let subject = isMade ? String(attribute.dropLast("_levels".count)) : attribute
            roles.decisions.append(Decision(subject, "a menu of categories", "\(names.count) levels"))
            roles.levels.append(Array(names))
            // What the levels were made of would be listed twice.
            if attribute.hasSuffix("_levels") { taken.insert(String(attribute.dropLast("_levels".count))) }
        }
        for tally in survey.attributes where tally.name.contains(".lvl") { taken.insert(tally.name) }
    }

    private mutating func findFacets() {
        for tally in free where (tally.texts > 0 || tally.isInteger) && tally.truths == 0 {
            guard !tally.words.isCode, tally.links == 0 else {
                let reason = tally.links > 0 ? "addresses" : "called like a code"
                leaveOut(tally.name, "no list of values", reason)
                continue
            }
            let isChosen = tally.seen.suits(.counted) && (2...200).contains(tally.valueCount)
            let comesBack = tally.isList && tally.valueCount <= tally.count || tally.valueCount * 3 <= tally.count * 2
            guard tally.texts == 0 || tally.numbers == 0, isChosen, comesBack else {
                if tally.valueCount == 1 {
                    leaveOut(tally.name, "no list of values", "the same in all records")
                } else if tally.texts > 0, tally.averageBytes <= AttributeSurvey.Observation.maxCountedBytes {
                    leaveOut(
                        tally.name,
                        "no list of values",
                        "\(tally.valueCount) different values among \(tally.count)"
                    )
                }
                continue
            }
            guard roles.facets.count < RecordRoles.mostFacets else {
                leaveOut(tally.name, "no list of values", "there are \(RecordRoles.mostFacets) others already")
                continue
            }
            decide(tally.name, "a list of values", "\(tally.valueCount) different values among \(tally.count)")
            roles.facets.append(tally.name)
        }
    }
}
