// SPDX-License-Identifier: MIT

import SearchModel
import Testing
import Wire

@testable import AlgoliaLanguage

/// How requests for recommendations are read.
@Suite struct RecommendationTests {
    private func read(_ request: JSON) throws -> AlgoliaRecommendation {
        try AlgoliaRecommendation(try AlgoliaRecommendation.question(request))
    }

    @Test func membersAreRead() throws {
        let question = try AlgoliaRecommendation.question([
            "indexName": "i", "model": "related-products", "objectID": "7", "threshold": 42.5, "maxRecommendations": 4,
            "queryParameters": ["filters": "a:x", "page": 3, "hitsPerPage": 900, "offset": 1, "length": 2],
            "fallbackParameters": ["query": "y"], "stranger": 1,
        ])
        #expect(try AlgoliaQuestion(json: question.json) == question)
        let recommendation = try AlgoliaRecommendation(question)
        #expect(recommendation.model == .relatedProducts && recommendation.objectID == "7")
        #expect(recommendation.threshold == 42.5)
        #expect(recommendation.query.request.hitsPerPage == 4 && recommendation.query.request.page == 0)
        #expect(recommendation.query.request.baseFilters.groups.map(\.filters) == [[.facet("a", "x")]])
        #expect(recommendation.fallback?.request.query == "y" && recommendation.fallback?.request.hitsPerPage == 4)
    }

    @Test func whoAsksForNoNumberGetsWhatThereIsAndNothingInItsPlace() throws {
        for none in [JSON.null, 0] {
            let recommendation = try read([
                "indexName": "i", "model": "looking-similar", "objectID": "7", "maxRecommendations": none,
                "fallbackParameters": [:],
            ])
            #expect(recommendation.query.request.hitsPerPage == 30 && recommendation.fallback == nil)
        }
    }

    @Test(
        arguments: [
            7, [:], ["indexName": "i"], ["indexName": "i", "model": "best"],
            ["indexName": "i", "model": "related-products"],
            ["indexName": "i", "model": "bought-together"], ["model": "trending-items"],
            ["indexName": "i", "model": "looking-similar", "objectID": "7", "threshold": 101],
            ["indexName": "i", "model": "looking-similar", "objectID": "7", "threshold": "much"],
            ["indexName": "i", "model": "looking-similar", "objectID": "7", "maxRecommendations": -1],
            ["indexName": "i", "model": "looking-similar", "objectID": "7", "queryParameters": 7],
            ["indexName": "i", "model": "looking-similar", "objectID": "7", "queryParameters": ["filters": "a AND"]],
            [
                "indexName": "i", "model": "trending-items", "maxRecommendations": 3,
                "fallbackParameters": ["filters": "a AND"],
            ],
        ] as [JSON]
    )
    func whatMakesNoSenseIsRefused(_ request: JSON) {
        #expect(throws: AlgoliaError.self) { try read(request) }
    }

    @Test func scoresAreParts() {
        #expect(HitRanking(filterScore: 50).score(of: 200) == 25)
        #expect(HitRanking(filterScore: 1).score(of: 3) == 33.33)
        #expect(HitRanking(filterScore: 7).score(of: 5) == 100)
        #expect(HitRanking(filterScore: 7).score(of: 0) == 0)
    }
}
