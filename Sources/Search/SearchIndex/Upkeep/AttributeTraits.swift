// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// What an attribute seems to be, by its name and by what a survey saw of it.
struct AttributeTraits {
    let name: String
    private let seen: AttributeSurvey.Observation
    /// The last part of the name in small letters, without what parts words.
    private let word: String
    private let sampleCount: Int

    init(_ name: String, _ seen: AttributeSurvey.Observation, of sampleCount: Int) {
        (self.name, self.seen, self.sampleCount) = (name, seen, sampleCount)
        let last = name.split(separator: ".").last.map(String.init) ?? name
        word = last.lowercased().filter { $0 != "_" && $0 != "-" }
        hasIdentifierName = ["_id", "-id", "Id", "ID", "uuid", "guid"].contains { last.hasSuffix($0) } || last == "id"
    }

    /// Whether it is called like an identifier.
    let hasIdentifierName: Bool

    private static let times = ["date", "time", "created", "updated", "modified", "published", "timestamp"]

    /// Whether it is a moment in time.
    var isTime: Bool {
        AttributeTraits.times.contains { word.contains($0) }
            || word.hasSuffix("at") && seen.numbers > 0 && word.count > 4
    }
    /// Whether most of its texts are addresses.
    var isLink: Bool { seen.links > 0 && seen.links * 2 >= seen.texts }
    /// Whether most of its texts are hashes, times and the like.
    var isCode: Bool { seen.codes > 0 && seen.codes * 2 >= seen.texts }
    /// Whether its texts are sentences.
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
    /// Whether some record has several values of it.
    var isList: Bool { seen.isList }

    /// Names of numbers that say how much people want a record, the better ones first.
    private static let wanted = [
        "popularity", "bestseller", "salescount", "sales", "sold", "unitssold", "orders", "ordercount", "downloads",
        "downloadcount", "installs", "views", "viewcount", "pageviews", "visits", "plays", "playcount", "listens",
        "clicks",
        "likes", "likecount", "followers", "stars", "stargazers", "votes", "votecount", "citations", "citationcount",
        "reviews", "reviewcount", "reviewscount", "numreviews", "numberofreviews", "ratingcount", "ratingscount",
        "rating",
        "averagerating", "ratingaverage", "score", "beliebtheit", "verkäufe", "verkaufszahl", "aufrufe", "bewertungen",
        "bewertung", "sterne", "popularité", "ventes", "évaluation", "popularidad", "ventas", "valoración",
        "puntuación",
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
