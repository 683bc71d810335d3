// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import Wire

/// Records with names and descriptions of made-up words, no two of which are alike: a query looks for one record.
///
/// Half of the names are another one with a word more.
struct RandomCatalogue {
    /// The searched part of a record.
    struct Item {
        let objectID: String
        let name: [String]
        let description: [String]
    }

    /// The search settings of an index of the records.
    static let settings = IndexSettings(
        searchableAttributes: ["name", "description"],
        attributesForFaceting: [],
        numericAttributes: ["popularity"],
        customRanking: [RankingRule("popularity", .descending)]
    )

    /// The items, each with another name.
    let items: [Item]

    /// Makes so many items.
    init(count: Int, using generator: inout SeededGenerator) {
        let names = RandomCatalogue.words("bal cem dif gor hun jat kev lis mop nur pag quek rid sof tul vaz wen xib")
        let others = RandomCatalogue.words("blod crin drev flam gryt klop pruf skeg slaw smib snar spel stov swik trun")
        var known: Set<[String]> = []
        var items: [Item] = []
        while items.count < count {
            var name = Array(names.shuffled(using: &generator).prefix(Int.random(in: 2...4, using: &generator)))
            // Every other thing comes in more than one kind, with one word more in its name.
            if items.count.isMultiple(of: 2), let item = items.last { name = item.name + name.prefix(1) }
            guard known.insert(name).inserted else { continue }
            let description = Array(others.shuffled(using: &generator).prefix(8))
            items.append(Item(objectID: "\(items.count)", name: name, description: description))
        }
        self.items = items
    }

    /// The records, with a popularity of their own.
    func records(using generator: inout SeededGenerator) throws -> [Record] {
        try items.map { item in
            try Record.make(
                item.objectID,
                [
                    ("name", .string(item.name.joined(separator: " "))),
                    ("description", .string("The " + item.description.joined(separator: " and the ") + ".")),
                    ("popularity", JSON(Int.random(in: 0..<1_000, using: &generator))),
                ]
            )
        }
    }

    /// Words of two and three syllables.
    ///
    /// The last syllable follows from those before, so that any two words of a length have two others at least.
    private static func words(_ text: String) -> [String] {
        let syllables = text.split(separator: " ").map(String.init)
        let long = syllables.indices.flatMap { first in
            syllables.indices.map { second in
                syllables[first] + syllables[second] + syllables[(first + second) % syllables.count]
            }
        }
        return long + syllables.indices.map { syllables[$0] + syllables[($0 + 7) % syllables.count] }
    }
}
