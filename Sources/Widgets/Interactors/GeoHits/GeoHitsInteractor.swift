// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The records found where they lie on the earth, and a part of it to search in.
///
/// The part is one geo filter in a group of the filter state. It is searched on request, not when the map
/// moves: what a map shows is decided by its controller.
public struct GeoHitsInteractor: Interactor {
    public struct State: SearchState, Hashable {
        public var search = SearchPhase()
        var query = ""
        var totalCount = 0
        var hits: [PlacedHit] = []
        /// How many of the records found have no place.
        var unplacedCount = 0
        /// The part of the earth that is searched; `nil` for all of it.
        var shape: GeoShape?
    }

    public static let type = "geo-hits"
    public static let summary = "The records found where they lie on the earth, and a part of it to search in."
    public static let intents = [
        IntentDeclaration(
            "set-box",
            "Searches the box between two corners; where the east is less than the west, across the antimeridian.",
            data: [
                Schema.Member("box", .geoBox, isRequired: true, "The south-west and the north-east corner.")
            ]
        ),
        IntentDeclaration(
            "set-circle",
            "Searches around a point.",
            data: [
                Schema.Member("point", .geoPoint, isRequired: true, "The point."),
                Schema.Member("radius", .number(GeoShape.radii), isRequired: true, "How far around it, in metres."),
            ]
        ),
        IntentDeclaration(
            "set-polygon",
            "Searches within a polygon.",
            data: [
                Schema.Member(
                    "polygon",
                    .list(.geoPoint, maximum: GeoShape.corners.upperBound),
                    isRequired: true,
                    "The corners; each line goes the shorter way around the earth."
                )
            ]
        ),
        IntentDeclaration("clear", "Searches everywhere."),
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        Schema.Member("query", .text, isRequired: true, "The text that was searched."),
        Schema.Member("nbHits", .count, isRequired: true, "How many records match."),
        Schema.Member("items", .list(item), isRequired: true, "The records that have a place."),
        Schema.Member("withoutPlace", .count, isRequired: true, "How many of the page have none."),
        Schema.Member(
            "bounds",
            .nullable(.geoBox),
            isRequired: true,
            "The smallest box around them, its south-west and north-east corner."
        ),
        Schema.Member("selected", .nullable(shape), isRequired: true, "The part that is searched."),
        Schema.Member("template", HitTemplate.schema, isRequired: true, "Which attributes are shown, and how."),
    ]
    public static let connections: WidgetConnections = [.searcher, .filterState]
    public static let parts: ResponseParts = .hits
    public static let parameters = [
        Parameter("group", .text(maximum: 256), default: "place", "The name of the filter group."),
        Parameter("template", HitTemplate.schema, "Which attributes a controller shows, and how."),
    ]

    private static let item = Schema.object(
        "GeoHit",
        "A record that was found, and where it lies.",
        [
            Schema.Member("hit", .hit, isRequired: true, "The record."),
            Schema.Member("points", .list(.geoPoint), isRequired: true, "Its position: latitudes and longitudes."),
        ]
    )
    private static let shape = Schema.named(
        Schema.TypeName("GeoArea", "A part of the earth to search in."),
        .oneOf([
            .object([Schema.Member("box", .geoBox, isRequired: true, "The corners of a box.")]),
            .object([
                Schema.Member("point", .geoPoint, isRequired: true, "The middle of a circle."),
                Schema.Member("radius", .number, isRequired: true, "The radius of the circle, in metres."),
            ]),
            .object([Schema.Member("polygon", .list(.geoPoint), isRequired: true, "The corners of a polygon.")]),
        ])
    )

    private let filterState: String
    private let group: FilterGroup.ID
    private let title: String
    private let template: HitTemplate

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        _ = try widget.requiredSearcher()
        filterState = try widget.requiredFilterState()
        group = FilterGroup.ID(kind: .and, name: values.text("group"))
        title = widget.title ?? "Map"
        template = HitTemplate(values["template"])
    }

    public var initialState: State { State() }

    public var permalinkKeys: [PermalinkScheme.Key] {
        [
            PermalinkScheme.Key(
                name: group.name,
                filterState: filterState,
                group: group,
                attribute: Filter.geoAttribute
            )
        ]
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let shape: GeoShape?
        switch intent.type {
        case "set-box", "set-circle", "set-polygon": shape = try GeoShape(members: intent.data)
        case "clear": shape = nil
        default: throw SearchBusError.unknown(intent, to: Self.self)
        }
        try session.changeFilters(filterState) { state in
            state.set(shape.map { [.geo($0)] } ?? [], attribute: Filter.geoAttribute, in: group)
        }
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input {
            state.shape = filters.filters(in: group, attribute: Filter.geoAttribute).lazy.compactMap(\.shape).first
        }
        switch state.search.take(input) {
        case .answer(let response, _, _):
            let found = response.hits?.hits ?? []
            state.query = response.query
            state.totalCount = max(response.hits?.totalCount ?? 0, 0)
            state.hits = found.compactMap(PlacedHit.init)
            state.unplacedCount = found.count - state.hits.count
        case .cleared:
            (state.query, state.totalCount, state.hits, state.unplacedCount) = ("", 0, [], 0)
        case nil:
            break
        }
        return .none
    }

    public func view(_ state: State) -> JSON {
        let bounds = GeoShape.box(around: state.hits.flatMap(\.points))
        return state.search.view([
            ("title", .string(title)),
            ("query", .string(state.query)),
            ("nbHits", JSON(state.totalCount)),
            ("items", .array(state.hits.map(\.json))),
            ("withoutPlace", JSON(state.unplacedCount)),
            ("bounds", bounds?.json["box"] ?? .null),
            ("selected", state.shape?.json ?? .null),
            ("template", template.json),
        ])
    }
}

/// A record found and the points at which it lies.
struct PlacedHit: Sendable, Hashable {
    /// How many points of one record are shown.
    private static let mostPoints = 100

    let hit: JSONText
    let points: [GeoPoint]

    /// - Returns: `nil` for a record that has no place, or none that is one on the earth.
    init?(_ hit: Hit) {
        guard let place = hit.record[Filter.geoAttribute] else { return nil }
        // A list of two numbers is one point; any other list holds points.
        let places = (try? GeoPoint(json: place)) == nil ? place.array ?? [] : [place]
        points = places.prefix(PlacedHit.mostPoints).compactMap { try? GeoPoint(json: $0) }
        guard !points.isEmpty else { return nil }
        self.hit = hit.text
    }

    var json: JSON { ["hit": .text(hit), "points": .array(points.map(\.json))] }
}
