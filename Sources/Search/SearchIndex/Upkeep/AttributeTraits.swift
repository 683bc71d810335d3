// SPDX-License-Identifier: MIT

/// What an attribute seems to be, by its name and by what a survey saw of it.
package struct AttributeTraits: Sendable {
    /// The name; nested ones are written with dots.
    package let name: String
    package let words: NameWords
    package let seen: AttributeSurvey.Observation
    private let sampleCount: Int

    package init(_ name: String, _ seen: AttributeSurvey.Observation, of sampleCount: Int) {
        (self.name, self.seen, self.sampleCount) = (name, seen, sampleCount)
        words = NameWords(name)
    }

    /// The last part of the name in small letters, without what parts words.
    private var word: String { words.joined }

    /// Why users have no use for it in a setting, although its values suit it.
    package func objection(to use: AttributeUse) -> String? {
        switch use {
        case .searched where isLink: "addresses, which users do not type"
        case .searched where isCode: "codes or times, which users do not type"
        case .searched where isLevel: "levels of a hierarchy, whose words other attributes have"
        case .searched where isSame: "the same in all records, so that it finds all or none"
        case .counted where isLink || isCode || words.isIdentifier:
            "identifiers, addresses or codes, which users do not select from a list"
        case .counted where isLong: "long texts, which users do not select from a list"
        case .counted where isTime: "times, which are compared and not chosen from a list"
        case .counted where isSame: "the same in all records, so that there is nothing to choose"
        case .counted where isUnique: "another one in each record, so that there is nothing to count"
        case .compared where words.isCode: "called like a code, of which none is more than another"
        default: nil
        }
    }

    private static let times = ["date", "time", "created", "updated", "modified", "published", "timestamp"]

    var isTime: Bool {
        AttributeTraits.times.contains { word.contains($0) }
            || word.hasSuffix("at") && seen.numbers > 0 && word.count > 4
    }
    /// Whether most of its texts are addresses.
    package var isLink: Bool { seen.links > 0 && seen.links * 2 >= seen.texts }
    /// Whether most of its texts are hashes, times and the like.
    var isCode: Bool { seen.codes > 0 && seen.codes * 2 >= seen.texts }
    var isLong: Bool { seen.texts > 0 && seen.textBytes > seen.texts * 80 }
    /// Whether it is a level of a hierarchy, whose words other attributes have.
    var isLevel: Bool {
        let isNumbered = (word.hasPrefix("lvl") || word.hasPrefix("level")) && (word.last?.isNumber ?? false)
        return isNumbered && name.contains(".")
    }
    /// Whether all records have it, and the same value of it.
    var isSame: Bool { seen.valueCount == 1 && seen.records == sampleCount && sampleCount > 1 && seen.truths == 0 }
    /// Whether each record has its own text of it.
    var isUnique: Bool { seen.texts > 20 && seen.numbers == 0 && seen.valueCount == seen.records && !seen.isFull }

    /// Names of numbers that say how much people want a record, the better ones first.
    private static let wanted = [
        "popularity", "bestseller", "salescount", "sales", "sold", "unitssold", "orders", "ordercount", "downloads",
        "downloadcount", "installs", "views", "viewcount", "pageviews", "visits", "plays", "playcount", "listens",
        "clicks", "likes", "likecount", "followers", "stars", "stargazers", "votes", "votecount", "citations",
        "citationcount", "reviews", "reviewcount", "reviewscount", "numreviews", "numberofreviews", "ratingcount",
        "ratingscount", "rating", "averagerating", "ratingaverage", "score", "beliebtheit", "verkäufe", "verkaufszahl",
        "aufrufe", "bewertungen", "bewertung", "sterne", "popularité", "ventes", "évaluation", "popularidad", "ventas",
        "valoración", "puntuación",
    ]
    /// Names of numbers of which the lowest is wanted most.
    private static let placed = ["salesrank", "popularityrank", "bestsellerrank", "rank", "position"]

    /// The rule that ranks by it, and how good a rule that is, the lowest best; `nil` if it is not suited to ranking.
    var ranking: (rule: RankingRule, place: Int)? {
        guard seen.numbers > 0, seen.texts == 0, seen.valueCount > 1, seen.records * 2 >= sampleCount, !seen.isList
        else {
            return nil
        }
        if let place = AttributeTraits.wanted.firstIndex(of: word) { return (RankingRule(name, .descending), place) }
        guard let place = AttributeTraits.placed.firstIndex(of: word) else { return nil }
        return (RankingRule(name, .ascending), place + AttributeTraits.wanted.count)
    }

    /// Names of identifiers: what is called `group` or `family` alone is as often a kind of things, which are not one.
    private static let groups: Set<String> = [
        "groupid", "parentid", "familyid", "variantof", "itemgroup", "itemgroupid", "productgroupid", "parentsku",
        "baseproduct", "baseproductid", "masterid", "productid",
    ]

    /// Whether records are variants of something that it names, where all records were seen.
    var isGroup: Bool {
        AttributeTraits.groups.contains(word) && !seen.isList && !seen.isFull && seen.records * 2 >= sampleCount
            && seen.valueCount > 1 && seen.valueCount * 3 <= seen.records * 2
    }
}
