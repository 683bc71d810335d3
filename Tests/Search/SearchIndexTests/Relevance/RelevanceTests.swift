// SPDX-License-Identifier: MIT

import RandomTesting
import SearchIndex
import SearchModel
import Testing

/// How high known items stand among the hits: the score of each class must not decrease.
@Suite struct RelevanceTests {
    /// The least that the mean of one divided by the rank may be, among the first ten hits.
    private static let floors: [KnownItemClass: Double] = [
        .exactName: 1,
        .beginning: 1,
        .oneError: 0.99,
        .twoErrors: 0.99,
        .anyOrder: 0.99,
        .joined: 1,
        .split: 1,
        .description: 0.96,
        .nameAndDescription: 0.99,
        .plural: 1,
        .firstLetter: 1,
    ]
    private static let itemsPerClass = 50
    /// Always the same, since floors are set for a catalogue and its queries.
    private static let seed: UInt64 = 9

    @Test func `Known items stand no lower than they did, however their names are written`() throws {
        var generator = SeededGenerator(seed: RelevanceTests.seed)
        let catalogue = RandomCatalogue(count: 2_000, using: &generator)
        let index = try Fixture(catalogue.records(using: &generator), settings: RandomCatalogue.settings)
        for written in KnownItemClass.allCases {
            let sum = try (0..<RelevanceTests.itemsPerClass).reduce(0.0) { sum, _ in
                let item = generator.pick(catalogue.items)
                return sum + (try score(of: item, asked: written.query(for: item, using: &generator), in: index))
            }
            let mean = sum / Double(RelevanceTests.itemsPerClass)
            #expect(mean >= RelevanceTests.floors[written] ?? 1, "\(written.rawValue): \(mean)")
        }
    }

    /// One divided by the rank of an item among the first ten hits; 0 where it is not there.
    private func score(of item: RandomCatalogue.Item, asked query: String, in index: Fixture) throws -> Double {
        let request = SearchRequest(index: "test", query: query, hitsPerPage: 10)
        let place = try index.hits(request).hits.firstIndex { $0.objectID == item.objectID }
        return place.map { 1 / Double($0 + 1) } ?? 0
    }
}
