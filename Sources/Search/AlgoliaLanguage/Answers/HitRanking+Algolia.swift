// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension HitRanking {
    /// The ranking with the names of `_rankingInfo`; unknown members (`proximityDistance`, `promoted`) are omitted.
    ///
    /// Source: algolia.com/doc/api-reference/api-parameters/getRankingInfo.
    var algoliaMembers: JSONObject {
        var members = JSONObject([
            ("nbTypos", JSON(typos)), ("firstMatchedWord", JSON(firstWord)), ("userScore", JSON(ownScore)),
            ("geoDistance", JSON(place.map { Self.metres($0.distance) } ?? 0)), ("nbExactWords", JSON(exactWords)),
            ("words", JSON(words)), ("filters", JSON(filterScore)),
        ])
        if let place {
            members["geoPrecision"] = 1
            members["matchedGeoLocation"] = [
                "lat": .number(place.point.latitude), "lng": .number(place.point.longitude),
                "distance": JSON(Self.metres(place.distance)),
            ]
        }
        return members
    }

    private static func metres(_ distance: Double) -> Int { Int(min(max(0, distance), 1e9).rounded()) }

    /// The score of the matching filters, relative to the best possible one, from 0 to 100 with two decimals.
    func score(of best: Int) -> Double {
        guard best > 0 else { return 0 }
        return min(100, (Double(filterScore) / Double(best) * 10_000).rounded() / 100)
    }
}
