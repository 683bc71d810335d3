// SPDX-License-Identifier: MIT

import SearchIndex
import Wire

/// The widgets of a proposed app, in the order of the screen, with the searchers that only they need.
struct WidgetParts {
    private(set) var widgets: [ProposedPart] = []
    private(set) var searchers: [ProposedPart] = []
    /// Whether there is one index only, so that nothing needs to say which one it is about.
    let isAlone: Bool

    /// How many values a list shows at once, and how many a list has that is worth searching.
    private static let shownValues = 8
    private static let searchedValues = 50

    init(isAlone: Bool) { self.isAlone = isAlone }

    mutating func add(_ name: String, _ members: [(String, JSON?)], comment: String? = nil) {
        widgets.append(ProposedPart(name, members, comment: comment))
    }

    /// Adds what fits an index.
    mutating func add(_ index: IndexProposal, searcher: String, state: String, _ names: inout PartNames) {
        let builder = Builder(index: index, searcher: searcher, state: state, isAlone: isAlone)
        addSide(builder, &names)
        addMain(builder, &names)
    }

    /// What the widgets of one index have in common.
    private struct Builder {
        let index: IndexProposal
        let searcher: String
        let state: String
        let isAlone: Bool

        func title(_ attribute: String) -> String {
            let title = NameWords.title(
                attribute.hasSuffix("_levels") ? String(attribute.dropLast("_levels".count)) : attribute
            )
            let short = title.count > 60 ? "\(title.prefix(59))…" : title
            return isAlone ? short : "\(index.title): \(short)"
        }

        func name(_ text: String) -> String { isAlone ? text : "\(searcher)-\(text)" }

        func reason(_ attribute: String) -> String? {
            index.roles.decisions.first { $0.subject == attribute }.map { "\($0.subject): \($0.reason)" }
        }

        func refining(_ type: String, _ attribute: String, _ more: [(String, JSON?)] = []) -> [(String, JSON?)] {
            [
                ("type", .string(type)), ("searcher", .string(searcher)), ("filterState", .string(state)),
                ("attribute", .string(attribute)), ("title", .string(title(attribute))),
            ] + more
        }
    }

    // MARK: - What narrows

    private mutating func addSide(_ builder: Builder, _ names: inout PartNames) {
        let (index, roles) = (builder.index, builder.index.roles)
        let refines =
            !(roles.facets + roles.ranges).isEmpty || !roles.levels.isEmpty || !roles.toggles.isEmpty
            || !roles.moments.isEmpty || roles.price != nil || roles.rating != nil || roles.hasPlaces
        if refines {
            let state = JSON.string(builder.state)
            add(
                names.take(builder.name("clear"), or: "clear"),
                [
                    ("type", "clear-filters"), ("filterState", state),
                    ("title", builder.isAlone ? nil : .string("Clear filters of \(index.title)")),
                ]
            )
            add(
                names.take(builder.name("current"), or: "current"),
                [
                    ("type", "current-filters"), ("filterState", state),
                    ("title", builder.isAlone ? nil : .string("Filters of \(index.title)")),
                ]
            )
        }
        for levels in roles.levels {
            guard let attribute = levels.first.map({ String($0.dropLast(".lvl0".count)) }) else { continue }
            add(
                names.take(builder.name(attribute), or: builder.name("levels")),
                [
                    ("type", "hierarchical-menu"), ("searcher", .string(builder.searcher)),
                    ("filterState", .string(builder.state)),
                    ("attributes", JSON(levels)), ("title", .string(builder.title(attribute))), ("showMore", true),
                    ("showMoreLimit", 50),
                ],
                comment: builder.reason(attribute)
                    ?? builder.reason(String(attribute.dropLast("_levels".count)))
            )
        }
        for attribute in roles.facets.prefix(builder.isAlone ? RecordRoles.mostFacets : 3) {
            addFacet(attribute, builder, &names)
        }
        for toggle in roles.toggles {
            add(
                names.take(builder.name(toggle.attribute), or: builder.name("switch")),
                builder.refining("filter-toggle", toggle.attribute, [("on", toggle.isNumber ? 1 : true)]),
                comment: builder.reason(toggle.attribute)
            )
        }
        if let price = roles.price { addRange(price.attribute, builder, &names, decimals: 2) }
        if let rating = roles.rating {
            add(
                names.take(builder.name(rating), or: builder.name("rating")),
                builder.refining("rating-menu", rating),
                comment: builder.reason(rating)
            )
        }
        for attribute in roles.ranges { addRange(attribute, builder, &names) }
        for moment in roles.moments {
            let decision = index.decisions.last {
                $0.subject == moment.attribute && $0.choice.contains("seconds since")
            }
            add(
                names.take(builder.name(moment.attribute), or: builder.name("date")),
                builder.refining(
                    "date-range",
                    moment.attribute,
                    [("unit", moment.isMilliseconds ? "milliseconds" : nil)]
                ),
                comment: decision.map { "\(moment.attribute): \($0.reason); the import makes them \($0.choice)" }
                    ?? builder.reason(moment.attribute)
            )
        }
    }

    private mutating func addFacet(_ attribute: String, _ builder: Builder, _ names: inout PartNames) {
        let count = builder.index.survey[attribute]?.valueCount ?? 0
        let name = names.take(builder.name(attribute), or: builder.name("values"))
        var more: [(String, JSON?)] = [("limit", JSON(Self.shownValues))]
        if let tally = builder.index.survey[attribute], tally.numbers == tally.count {
            // Of numbers people know the order, and not how many records have each.
            more.append(("sortBy", ["name:asc"]))
        }
        if count > Self.shownValues { more += [("showMore", true), ("showMoreLimit", JSON(min(count, 100)))] }
        if count > Self.searchedValues {
            let values = names.take("\(name)-values", or: "values")
            searchers.append(
                ProposedPart(
                    values,
                    [("type", "facets"), ("index", .string(builder.index.name)), ("attribute", .string(attribute))],
                    comment: "looks for values of the list `\(name)`"
                )
            )
            more += [("searchable", true), ("valuesSearcher", .string(values))]
        }
        add(name, builder.refining("refinement-list", attribute, more), comment: builder.reason(attribute))
    }

    /// Adds a range; one of money has at least as many decimals as given, where it has any.
    private mutating func addRange(
        _ attribute: String,
        _ builder: Builder,
        _ names: inout PartNames,
        decimals least: Int = 0
    ) {
        let found = builder.index.survey[attribute]?.decimals ?? 0
        let decimals = found == 0 ? 0 : max(found, least)
        add(
            names.take(builder.name(attribute), or: builder.name("range")),
            builder.refining("number-range", attribute, [("precision", decimals > 0 ? JSON(min(decimals, 2)) : nil)]),
            comment: builder.reason(attribute)
        )
    }

    // MARK: - What is found

    private mutating func addMain(_ builder: Builder, _ names: inout PartNames) {
        let (index, roles, searcher) = (builder.index, builder.index.roles, JSON.string(builder.searcher))
        let noun = index.title.lowercased()
        add(
            names.take(builder.name("stats"), or: "stats"),
            [
                ("type", "stats"), ("searcher", searcher),
                (
                    "template",
                    .string(builder.isAlone ? "{nbHits} results in {processingTimeMS} ms" : "{nbHits} \(noun)")
                ),
                ("templateOne", builder.isAlone ? "1 result in {processingTimeMS} ms" : nil),
            ]
        )
        if !index.sortings.isEmpty {
            let items: [JSON] =
                [["index": .string(index.name), "label": "Best match"]]
                + index.sortings.map { ["index": .string($0.replica), "label": .string($0.label)] }
            add(
                names.take(builder.name("order"), or: "order"),
                [("type", "sort-by"), ("searcher", searcher), ("title", "Sort by"), ("items", .array(items))],
                comment: "the orders are `replicas` in \(index.name).settings.json"
            )
        }
        // Pictures have infinite scrolling; lists have pages, as has everything with content below it, which would be out of reach.
        let isEndless = roles.image != nil && builder.isAlone && !roles.hasPlaces
        let isPaged = !isEndless && builder.isAlone && index.recordCount > 20
        if isPaged {
            let sizes: [JSON] = [20, 50, 100].map { (size: Int) -> JSON in
                ["value": JSON(size), "label": .string("\(size) on a page")]
            }
            add(
                names.take("page-size", or: "page-size"),
                [("type", "hits-per-page"), ("searcher", searcher), ("items", .array(sizes))]
            )
        }
        let isBare = roles.price.map { $0.currency == nil } ?? false
        let hint =
            isBare ? "the currency of prices is unknown: for `currency`, write format: currency, currency: EUR" : nil
        add(
            names.take(builder.name("hits"), or: "hits"),
            [
                ("type", "hits"), ("searcher", searcher),
                ("title", builder.isAlone ? nil : .string(index.title)),
                ("infiniteScrolling", isEndless ? ["offset": 5] : "off"),
                ("empty", "Nothing found for “{query}”"), ("template", .object(template(builder))),
            ],
            comment: hint
        )
        if isPaged { add(names.take("pages", or: "pages"), [("type", "pagination"), ("searcher", searcher)]) }
        if roles.hasPlaces {
            add(
                names.take(builder.name("map"), or: "map"),
                [
                    ("type", "geo-hits"), ("searcher", searcher), ("filterState", .string(builder.state)),
                    ("title", .string(builder.title("Map"))), ("place", builder.isAlone ? nil : "foot"),
                    ("template", .object(JSONObject(roles.title.map { [("title", .string($0))] } ?? []))),
                ],
                comment: builder.reason("_geoloc")
            )
        }
    }

    /// Which attributes a hit shows.
    private func template(_ builder: Builder) -> JSONObject {
        let (index, roles) = (builder.index, builder.index.roles)
        var template = JSONObject([("layout", roles.image == nil ? "list" : "grid")])
        for (key, attribute) in [
            ("title", roles.title), ("subtitle", roles.subtitle), ("text", roles.text), ("image", roles.image),
        ] {
            template[key] = attribute.map { .string($0) }
        }
        var facts: [JSON] = []
        func isTop(_ name: String) -> Bool { index.survey[name]?.isTop ?? false }
        func add(_ attribute: String, _ format: String, _ more: [(String, JSON)] = []) {
            guard isTop(attribute), facts.count < 5, !roles.shown.contains(attribute) else { return }
            facts.append(.object(JSONObject([("attribute", .string(attribute)), ("format", .string(format))] + more)))
        }
        if let price = roles.price {
            add(
                price.attribute,
                price.currency == nil ? "number" : "currency",
                price.currency.map { [("currency", .string($0))] } ?? []
            )
        }
        if let rating = roles.rating { add(rating, "rating") }
        if let year = roles.year { add(year, "plain") }
        for moment in roles.moments where !moment.isMilliseconds { add(moment.attribute, "date") }
        for toggle in roles.toggles {
            add(toggle.attribute, "flag", [("label", .string(NameWords.title(toggle.attribute)))])
        }
        for facet in roles.facets where facts.count < 3 { add(facet, "plain") }
        if !facts.isEmpty { template["meta"] = .array(facts) }
        return template
    }
}
