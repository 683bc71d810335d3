// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The parameter and setting `renderingContent`: data for search pages, which every answer contains unchanged.
///
/// Source: algolia.com/doc/api-reference/api-parameters/renderingContent.
enum RenderingContent {
    /// The name of the parameter, of the setting, and of the member of answers.
    static let name = "renderingContent"
    /// The maximum size in bytes, since each answer has it.
    static let maxBytes = 64 << 10

    /// Reads the parameter; an empty object overrides the settings.
    static func read(_ values: ParameterValues) throws(AlgoliaError) -> JSON? {
        guard var value = values.value(name) else { return nil }
        if let text = value.string {
            guard let parsed = try? JSON(parsing: text, limits: JSONLimits(depth: 16, values: maxBytes)) else {
                throw AlgoliaError("\(name): an object in JSON is expected")
            }
            value = parsed
        }
        guard value.bytes.count <= maxBytes else { throw AlgoliaError("\(name): more than \(maxBytes) bytes") }
        if let problem = schema.problem(with: value) {
            throw AlgoliaError("\(([name] + problem.path).joined(separator: ".")): \(problem.message)")
        }
        return value
    }

    private static let schema = Schema.object([
        Schema.Member("facetOrdering", facetOrdering, "Which facets are shown, and in which order."),
        Schema.Member("redirect", .object([Schema.Member("url", .text, "An address.")]), "Where people are sent."),
        Schema.Member(
            "widgets",
            .object([Schema.Member("banners", .list(banner, maximum: 100), "The banners.")]),
            "What is shown beside the results."
        ),
    ])

    private static let facetOrdering = Schema.object([
        Schema.Member("facets", .object([order]), "The attributes."),
        Schema.Member("values", .map(.object([order, hide, rest])), "The values, by attribute."),
    ])
    private static let order = Schema.Member("order", .texts, "What comes first, in order.")
    private static let hide = Schema.Member("hide", .texts, "What is not shown.")
    private static let rest = Schema.Member(
        "sortRemainingBy",
        .choice(FacetOrdering.Rest.allCases.map(\.rawValue)),
        "How the others are sorted."
    )

    /// A banner; its parts may have members that later versions of the clients read.
    private static let banner = Schema.object(
        [
            Schema.Member(
                "image",
                .object(
                    [
                        Schema.Member("urls", .list(.object([url], isOpen: true), maximum: 100), "The addresses."),
                        Schema.Member("title", .text, "What it shows."),
                    ],
                    isOpen: true
                ),
                "The picture."
            ), Schema.Member("link", .object([url], isOpen: true), "Where it leads."),
        ],
        isOpen: true
    )
    private static let url = Schema.Member("url", .text, "An address.")
}
