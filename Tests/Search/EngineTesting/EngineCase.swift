// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A request of the suite to an engine.
public struct EngineCase: Sendable {
    public let aspect: EngineAspect
    public let name: String
    public let request: SearchRequest
}

extension EngineSuite {
    /// All requests; those of paging, highlighting and errors are checked by other means.
    static func requests(on index: String) -> [EngineCase] {
        func item(
            _ aspect: EngineAspect,
            _ name: String,
            query: String = "",
            _ filters: [FilterGroup] = [],
            base: [FilterGroup] = [],
            facets: [FacetNeed] = [],
            stats: [String] = [],
            retrieve: [String]? = nil
        ) -> EngineCase {
            EngineCase(
                aspect: aspect,
                name: name,
                request: SearchRequest(
                    index: index,
                    query: query,
                    hitsPerPage: 100,
                    filters: FilterState(groups: filters),
                    baseFilters: FilterState(groups: base),
                    facets: facets,
                    stats: stats,
                    attributesToRetrieve: retrieve
                )
            )
        }
        func group(_ kind: FilterGroup.Kind, _ name: String, _ filters: Filter...) -> FilterGroup {
            FilterGroup(id: .init(kind: kind, name: name), filters: filters)
        }
        let all = [FacetNeed("brand"), FacetNeed("color"), FacetNeed("rating"), FacetNeed("sale")]
        let comparisons = Filter.Operator.allCases.map { comparison in
            item(.ranges, comparison.rawValue, [group(.and, "p", .comparison("price", comparison, 14))])
        }
        let odd = oddValues.map { value in
            item(.oddValues, value, [group(.or, "o", .facet("odd", .text(value)))], facets: ["odd"])
        }
        let texts = ["lamp", "LAMP", "red lamp", "la", "blue car", "number1", "nothing", "lamp zzz", " "].map {
            item(.text, $0, query: $0)
        }
        return texts + comparisons + odd + facetSearches(on: index) + places(on: index)
            + [
                item(.counts, "all", facets: all, stats: []),
                item(.counts, "of a text", query: "lamp", facets: all),
                item(.counts, "of a base filter", base: [group(.or, "b", .facet("sale", true))], facets: all),
                item(.disjunctiveCounts, "one", [group(.or, "b", .facet("brand", "Acme"))], facets: all),
                item(
                    .disjunctiveCounts,
                    "two attributes",
                    query: "lamp",
                    [
                        group(.or, "b", .facet("brand", "Acme"), .facet("brand", "Bolt")),
                        group(.or, "r", .facet("rating", 3)),
                    ],
                    facets: all,
                    stats: ["price"]
                ),
                item(.disjunctiveCounts, "conjunctive", [group(.and, "c", .facet("color", "red"))], facets: all),
                item(.facetOrders, "by name", facets: [FacetNeed("brand", limit: 3, order: .nameAscending)]),
                item(.facetOrders, "by name, last", facets: [FacetNeed("brand", limit: 3, order: .nameDescending)]),
                item(.facetOrders, "rarest", facets: [FacetNeed("brand", limit: 3, order: .countAscending)]),
                item(.facetOrders, "few", facets: [FacetNeed("brand", limit: 2)]),
                item(.selectedValues, "gone", [group(.or, "b", .facet("brand", "Nobody"))], facets: ["brand"]),
                item(
                    .selectedValues,
                    "beyond the limit",
                    query: "lamp",
                    [group(.or, "b", .facet("brand", "Gale"))],
                    facets: [FacetNeed("brand", limit: 1)]
                ),
                item(.bounds, "all", stats: ["price", "rating"]),
                item(.bounds, "own filter left out", [group(.and, "p", .range("price", 10...20))], stats: ["price"]),
                item(.bounds, "others kept", [group(.or, "b", .facet("brand", "Acme"))], stats: ["price", "rating"]),
                item(.ranges, "range", [group(.and, "p", .range("price", 7...21))]),
                item(.ranges, "ends included", [group(.and, "p", .range("price", 14...14))]),
                item(
                    .ranges,
                    "one of two",
                    [group(.or, "p", .range("price", 0...5), .comparison("price", .greater, 35))]
                ),
                item(.negation, "value", [group(.and, "b", .facet("brand", "Acme", isNegated: true))], facets: all),
                item(.negation, "range", [group(.and, "p", Filter.range("price", 7...21).negated)]),
                item(.negation, "comparison", [group(.and, "p", Filter.comparison("price", .less, 20).negated)]),
                item(.missingAttributes, "in none", [group(.or, "n", .facet("nobody", "x"))]),
                item(.missingAttributes, "not in none", [group(.and, "n", .facet("nobody", "x", isNegated: true))]),
                item(
                    .lists,
                    "both",
                    [group(.and, "c", .facet("color", "red"), .facet("color", "blue"))],
                    facets: ["color"]
                ),
                item(.lists, "not one", [group(.and, "c", .facet("color", "red", isNegated: true))], facets: ["color"]),
                item(.typedValues, "number", [group(.or, "r", .facet("rating", 4), .facet("rating", 5))], facets: all),
                item(.typedValues, "truth", [group(.or, "s", .facet("sale", true))], facets: all),
                item(.typedValues, "untruth", [group(.and, "s", .facet("sale", false))], facets: all),
                item(
                    .groups,
                    "three",
                    query: "red",
                    [
                        group(.or, "b", .facet("brand", "Acme"), .facet("brand", "Cask")),
                        group(.and, "p", .comparison("price", .less, 30)), group(.and, "c", .facet("color", "green")),
                    ],
                    base: [group(.and, "s", .facet("sale", true))],
                    facets: all,
                    stats: ["price"]
                ),
                item(
                    .hierarchies,
                    "path",
                    [
                        FilterGroup(
                            id: .init(kind: .hierarchical, name: "k"),
                            filters: [.facet("kind.l0", "Home"), .facet("kind.l1", "Home > Seat")],
                            attributes: ["kind.l0", "kind.l1"]
                        )
                    ],
                    facets: ["kind.l0", "kind.l1"]
                ),
                item(.attributesToRetrieve, "two", retrieve: ["name", "price"]),
                item(.attributesToRetrieve, "all"),
            ]
    }

    private static func facetSearches(on index: String) -> [EngineCase] {
        ["", "a", "ca", "zzz"].map { text in
            EngineCase(
                aspect: .facetSearch,
                name: text,
                request: SearchRequest(
                    index: index,
                    kind: .facetValues(attribute: "brand", limit: 4),
                    query: text,
                    filters: FilterState(groups: [
                        FilterGroup(id: .init(kind: .or, name: "b"), filters: [.facet("brand", "Bolt")]),
                        FilterGroup(id: .init(kind: .and, name: "s"), filters: [.facet("sale", true)]),
                    ])
                )
            )
        }
    }

    private static func places(on index: String) -> [EngineCase] {
        let shapes: [JSON] = [
            ["type": "geo", "point": [49, 0], "radius": 60_000],
            ["type": "geo", "box": [[48.2, -1.9], [49.4, 0.6]]],
        ]
        return shapes.compactMap { try? Filter(json: $0) }.enumerated().map { number, filter in
            let group = FilterGroup(id: .init(kind: .and, name: "g"), filters: [filter])
            let request = SearchRequest(
                index: index,
                hitsPerPage: 100,
                filters: FilterState(groups: [group]),
                facets: ["brand"]
            )
            return EngineCase(aspect: .places, name: "shape \(number)", request: request)
        }
    }
}
