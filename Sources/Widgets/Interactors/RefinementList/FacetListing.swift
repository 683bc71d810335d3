// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Which facet values a widget lists and in which order, as its parameters say.
struct FacetListing: Sendable, Hashable {
    let order: FacetOrder
    private let limit: Int
    private let moreLimit: Int

    static func parameters(sortBy: [FacetOrder.Criterion], moreLimit: Int) -> [Parameter] {
        [
            Parameter(
                "sortBy",
                .list(.choice(FacetOrder.Criterion.allCases.map(\.rawValue)), maximum: 5),
                default: JSON(sortBy.map(\.rawValue)),
                "What decides the order: isRefined, count:desc, count:asc, name:asc, name:desc."
            ),
            Parameter("limit", .integer(1...1_000), default: 10, "How many values are listed."),
            Parameter("showMore", .boolean, default: false, "Whether people can ask for more values."),
            Parameter(
                "showMoreLimit",
                .integer(1...1_000),
                default: JSON(moreLimit),
                "How many values are listed when more are shown."
            ),
        ]
    }

    static let showMoreIntent = IntentDeclaration(
        "show-more",
        "Lists more values, or fewer again.",
        data: [Schema.Member("on", .boolean, isRequired: true, "Whether to show more values.")]
    )

    static let viewMembers = [
        Schema.Member("canShowMore", .boolean, isRequired: true, "Whether there are more to show."),
        Schema.Member("showingMore", .boolean, isRequired: true, "Whether more are shown."),
    ]

    init(_ values: ParameterValues) {
        order = FacetOrder(values.strings("sortBy") ?? [])
        limit = values.integer("limit")
        moreLimit = values.flag("showMore") ? values.integer("showMoreLimit") : limit
    }

    /// What the searcher is to count: one more than is listed, to know whether there are more, and some besides.
    func need(of attribute: String, besides others: Int = 0) -> FacetNeed {
        FacetNeed(attribute, limit: min(max(limit, moreLimit) + 1 + others, 1_000), order: order.need)
    }

    /// The values in order, with those of which the filters say something though no result has them, at count 0.
    func items(
        _ facets: [FacetCount],
        selected: [FacetValue],
        excluded: [FacetValue] = [],
        showsEmpty: Bool = true
    ) -> [FacetItem] {
        let (included, banned) = (Set(selected), Set(excluded))
        var known = Set(facets.map(\.value))
        let missing = showsEmpty ? (selected + excluded).filter { known.insert($0).inserted } : []
        return order.sorted(
            (facets + missing.map { FacetCount(value: $0, count: 0) }).map { facet in
                let choice: FacetItem.Choice = banned.contains(facet.value) ? .exclude : .none
                return FacetItem(facet: facet, choice: included.contains(facet.value) ? .include : choice)
            }
        )
    }

    /// The values that the limit admits, and those beyond it of which the filters say something.
    func listed(_ items: [FacetItem], isShowingMore: Bool) -> [FacetItem] {
        let limit = isShowingMore ? moreLimit : limit
        return items.enumerated().filter { $0.offset < limit || $0.element.isRefined }.map(\.element)
    }

    /// The members of a view that are about the limit.
    func view(listed: Int, of all: Int, isShowingMore: Bool) -> [(String, JSON)] {
        [
            ("canShowMore", .bool(!isShowingMore && moreLimit > limit && listed < all)),
            ("showingMore", .bool(isShowingMore)),
        ]
    }

    func showMore(_ intent: Intent, _ isShowingMore: inout Bool) throws -> Effects {
        let isOn = try intent.data.requiredBool("on")
        guard moreLimit > limit, isOn != isShowingMore else { return .unchanged }
        isShowingMore = isOn
        return .applied
    }

    static func save(isShowingMore: Bool) -> JSON? { isShowingMore ? ["showingMore": true] : nil }

    static func isShowingMore(saved: JSON?) -> Bool { saved?["showingMore"]?.bool ?? false }
}

struct FacetItem: Sendable, Hashable {
    enum Choice: String, Sendable, Hashable {
        case none
        case include
        case exclude
    }

    let facet: FacetCount
    let choice: Choice

    init(facet: FacetCount, choice: Choice) {
        self.facet = facet
        self.choice = choice
    }

    init(facet: FacetCount, isSelected: Bool) {
        self.init(facet: facet, choice: isSelected ? .include : .none)
    }

    var value: FacetValue { facet.value }
    var count: Int { facet.count }
    var label: String { facet.value.shown }
    var isSelected: Bool { choice == .include }

    var isRefined: Bool { choice != .none }

    var json: JSON { .object(members) }

    /// The item of a list in which values can be excluded.
    var jsonWithState: JSON {
        var object = members
        object["state"] = .string(choice.rawValue)
        return .object(object)
    }

    private var members: JSONObject {
        var object = JSONObject([
            ("value", value.json), ("label", .string(label)), ("count", JSON(count)), ("selected", .bool(isSelected)),
        ])
        if let highlighted = facet.highlighted, label == facet.value.label { object["highlighted"] = highlighted.json }
        return object
    }
}
