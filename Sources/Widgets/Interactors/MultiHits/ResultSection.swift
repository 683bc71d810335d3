// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// One searcher's answers as a section of a widget that shows several: its records, or the values that it found.
struct ResultSection: Sendable, Hashable {
    static let members = [
        Schema.Member(
            "searcher",
            .part(Schema.Part(.searcher, .heard)),
            isRequired: true,
            "The searcher, a member of the widget's."
        ),
        Schema.Member("title", .text(maximum: 256), "The displayed title; the name of the searcher by default."),
        Schema.Member("hits", .integer(1...100), "How many records it shows."),
        Schema.Member("template", HitTemplate.schema, "Which attributes a controller shows, and how."),
        Schema.Member("schema", RecordSchema.schema, "The attributes that its records must have, with kinds."),
    ]

    /// The parameter of a widget whose sections have further members.
    static func parameter(besides others: [Schema.Member] = []) -> Parameter {
        Parameter(
            "sections",
            .list(.object(members + others), maximum: 32),
            "The sections in order; without it, all members of the searcher."
        )
    }

    let searcher: String
    let title: String
    let limit: Int
    let template: JSON
    let schema: RecordSchema

    /// The sections of a widget.
    ///
    /// - Throws: `ParameterError` for a searcher that the widget does not listen to.
    static func sections(
        _ values: ParameterValues,
        of widget: WidgetConfiguration,
        limit: Int
    ) throws -> [ResultSection] {
        guard let given = values["sections"].array else {
            return widget.searcherMembers.map {
                ResultSection(
                    searcher: $0,
                    title: $0,
                    limit: limit,
                    template: HitTemplate(.null).json,
                    schema: RecordSchema(.null)
                )
            }
        }
        let sections = given.map { json in
            let searcher = json["searcher"]?.string ?? ""
            return ResultSection(
                searcher: searcher,
                title: json["title"]?.string ?? searcher,
                limit: json["hits"]?.int ?? limit,
                template: HitTemplate(json["template"] ?? .null).json,
                schema: RecordSchema(json["schema"] ?? .null)
            )
        }
        if let other = sections.first(where: { !widget.searcherMembers.contains($0.searcher) }) {
            throw ParameterError("sections", "has `\(other.searcher)`, which is not a member of the widget's searcher")
        }
        guard Set(sections.map(\.searcher)).count == sections.count else {
            throw ParameterError("sections", "has a searcher twice")
        }
        return sections
    }
}

/// What a section shows of one session, and how far its own search has got: one that fails does not fail the others.
struct SectionContent: Sendable, Hashable {
    var search = SearchPhase()
    var query = ""
    var totalCount = 0
    var hits: [JSONText] = []
    var values: [FacetCount] = []

    /// Takes an input of the section's own searcher in.
    mutating func take(_ input: Input, _ section: ResultSection) {
        if case .results(let searcher, let request, _) = input,
            case .search(_, _, let failure) = section.schema.checked(input)
        {
            guard search.refuse(request, of: searcher, for: failure) else { return }
            (query, totalCount, hits, values) = ("", 0, [], [])
            return
        }
        switch search.take(input) {
        case .answer(let response, _, _):
            (query, hits, values) = (response.query, [], [])
            switch response.content {
            case .hits(let answer):
                totalCount = max(answer.totalCount, 0)
                hits = answer.hits.prefix(section.limit).map(\.text)
            case .facetValues(_, let found):
                totalCount = found.count
                values = Array(found.prefix(section.limit))
            }
        case .cleared:
            (query, totalCount, hits, values) = ("", 0, [], [])
        case nil:
            break
        }
    }

    var isEmpty: Bool { hits.isEmpty && values.isEmpty }

    var hasFailed: Bool {
        if case .failed = search.phase { return true }
        return false
    }
}

extension SectionContent {
    static let schema = Schema.object(
        "ResultSection",
        "The first records of one searcher, or its first values where it searches values.",
        viewMembers
    )

    static let viewMembers = [
        Schema.Member("searcher", .text, isRequired: true, "The searcher."),
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("phase", .phase, isRequired: true, "The phase of its search."),
        Schema.Member("listed", .boolean, isRequired: true, "Whether it has anything to show."),
        Schema.Member("query", .text, isRequired: true, "The text that was searched."),
        Schema.Member("nbHits", .count, isRequired: true, "How many records or values match."),
        Schema.Member("hits", .list(.anyHit), isRequired: true, "The first records."),
        Schema.Member("values", .list(.facetItem), isRequired: true, "The first values, of a searcher of values."),
        Schema.Member("template", HitTemplate.schema, isRequired: true, "Which attributes are shown, and how."),
        Schema.Member("stale", .boolean, "Whether the other members are from before a failure."),
        Schema.Member("error", .error, "Why its search failed."),
    ]

    func view(of section: ResultSection, isListed: Bool) -> JSON {
        search.view([
            ("searcher", .string(section.searcher)), ("title", .string(section.title)), ("listed", .bool(isListed)),
            ("query", .string(query)),
            ("nbHits", JSON(totalCount)), ("hits", .array(hits.map(JSON.text))),
            ("values", .array(values.map { FacetItem(facet: $0, isSelected: false).json })),
            ("template", section.template),
        ])
    }
}

extension Input {
    /// The searcher that the input is about; `nil` for what concerns all.
    var searcher: String? {
        switch self {
        case .request(let searcher, _), .results(let searcher, _, _), .search(let searcher, _, _): searcher
        case .start, .intent, .filters, .overdue, .session, .reset: nil
        }
    }
}

extension [String: SectionContent] {
    mutating func take(_ input: Input, _ sections: [ResultSection]) {
        for section in sections where input.searcher == nil || input.searcher == section.searcher {
            self[section.searcher, default: SectionContent()].take(input, section)
        }
    }

    /// Brings back how long people have been waiting for each section.
    mutating func restore(_ sections: [ResultSection], from view: JSON?) {
        for shown in view?["sections"]?.array ?? [] {
            guard let name = shown["searcher"]?.string, sections.contains(where: { $0.searcher == name }) else {
                continue
            }
            self[name]?.search.restore(from: shown)
        }
    }
}
