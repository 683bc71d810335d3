// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Components
import Insights
import Interactors
import SearchModel
import Wire

/// The events of one type, or of several that have the same data, as the description of the bus has them.
struct BusMessage: Sendable {
    /// The types' last parts; one in braces stands for any.
    let types: [String]
    let summary: String
    let data: Shape
    /// The component of the topic, if it is always the same.
    var component: String?

    init(_ types: [String], of component: String? = nil, _ summary: String, _ data: Shape) {
        (self.types, self.summary, self.data, self.component) = (types, summary, data, component)
    }

    init(_ type: String, of component: String? = nil, _ summary: String, _ data: Shape) {
        self.init([type], of: component, summary, data)
    }
}

extension Topic.Kind {
    /// The messages of the kind, for an app with these types of widgets.
    func messages(widgets: Set<String>) -> [BusMessage] {
        switch self {
        case .intent:
            [BusMessage("{intent}", "An intent; the widget types declare theirs in `/api/schemas`.", .object)]
        case .outcome:
            [
                BusMessage(
                    OutcomeData.Result.allCases.map(\.rawValue),
                    "The result of an intent.",
                    Shape(OutcomeData.recordSchema)
                )
            ]
        case .filters: [BusMessage("changed", "The whole filter state.", Self.filterState)]
        case .request:
            [
                BusMessage("changed", "The whole request.", Self.unitRequest),
                BusMessage(
                    "algolia",
                    of: AlgoliaQuestion.component,
                    "The members of a call of Algolia's interface.",
                    .object(["caller?": .text, "requests": .list(.object)])
                ),
                BusMessage(
                    "events",
                    of: InsightsFold.component,
                    "Clicks, conversions and views of searches without a session.",
                    .object(["events": .list(.object)])
                ),
                BusMessage(
                    "searches",
                    of: InsightsFold.component,
                    "Searches without a session, with their number of hits.",
                    .object(["requests": .list(.object), "found": .list(Shape.integer.orNull)])
                ),
            ]
        case .search:
            SearchNotice.Stage.allCases.map {
                BusMessage($0.rawValue, "A search is \($0.rawValue).", Shape(SearchNotice.recordSchema))
            }
        case .results:
            [
                BusMessage("hits", "A page of hits.", Self.answer(["hits": .list(.object), "nbHits": .integer])),
                BusMessage(
                    "facets",
                    "Values of a facet.",
                    Self.answer(["facetHits": .list(.object), "attribute": .text])
                ),
                BusMessage(
                    "algolia",
                    of: AlgoliaQuestion.component,
                    "The responses to a call of Algolia's interface.",
                    .object([
                        "request": .integer, "last?": .integer, "open?": .list(.integer), "failed?": .list(.integer),
                        "results": .list(.any),
                    ])
                ),
            ]
        case .view:
            [BusMessage("session", of: GatewayApp.session, "The session as a whole.", Self.sessionView)]
                + widgets.sorted().flatMap(Self.views)
        case .state:
            [BusMessage("{type}", "Private to the component; null if there is nothing to keep.", .any)]
        case .index:
            [
                BusMessage("changed", "An index changed.", Shape(IndexChange.recordSchema)),
                BusMessage("failed", "A write was not applied.", Shape(IndexChange.recordSchema)),
            ]
        case .write:
            [
                BusMessage(
                    ["batch", "transfer"],
                    "Changes of the index.",
                    .object(["operations": .list(.object(["action": .text]))])
                )
            ]
        case .sink:
            SinkNotice.Kind.allCases.map {
                BusMessage($0.rawValue, $0.summary, Shape(SinkNotice.recordSchema))
            }
        case .status: [BusMessage("process", "The status of a process.", Shape(ProcessStatus.recordSchema))]
        case .bus:
            [
                BusMessage("heartbeat", of: "heartbeat", "The broker's heartbeat.", Self.heartbeat),
                BusMessage("expired", of: "expired", "Deleted sessions.", Shape(SessionsDeleted.recordSchema)),
            ]
        case .echo: []
        }
    }

    /// The views of a type of widget; what a type that another program brings declares is unknown here.
    private static func views(_ name: String) -> [BusMessage] {
        let type = InteractorRegistry.type(named: name)
        let summary = type?.summary ?? "A widget of another program."
        return [
            BusMessage(name, summary, type?.viewSchema.map { Shape($0.jsonSchema) } ?? .any),
            BusMessage("\(name)-page", "A further page: \(summary)", .any),
        ]
    }

    private static let filterState = Shape.named(
        "FilterState",
        .object([
            "groups": .list(
                .object([
                    "kind": .words(FilterGroup.Kind.allCases.map(\.rawValue)), "name": .text,
                    "attributes?": .list(.text), "filters": .list(.object(["type": .text])),
                ])
            ), "revision?": .integer,
        ])
    )

    private static let unitRequest = Shape.object([
        "searcher": .text, "number": .integer,
        "members": Shape(
            ["type": "object", "additionalProperties": member.json],
            with: [member]
        ),
    ])

    private static let member = Shape.named(
        "MemberRequest",
        .object([
            "number": .integer, "since?": .integer, "cleared?": .integer, "search?": .boolean, "query": .text,
            "index": .text, "chosen?": .boolean, "page": .integer, "hitsPerPage?": .integer, "filters": filterState,
            "parameters?": .object, "facets?": .list(.any), "stats?": .list(.text), "baseFilters?": filterState,
            "attributesToRetrieve?": .list(.text), "once?": .boolean, "client?": .text, "edit?": .integer,
        ])
    )

    private static func answer(_ own: KeyValuePairs<String, Shape>) -> Shape {
        Shape.object(["searcher": .text, "request": .integer, "index": .text, "query": .text]).with(own)
    }

    private static let sessionView = Shape.object([
        "phase": .words(["ready"]), "link": Shape.text.orNull, "canUndo": .boolean, "canRedo": .boolean,
        "filters?": filterState,
    ])

    private static let heartbeat = Shape.object([
        "epoch": .text, "instance": .text, "head": .sequence, "since": .sequence, "version?": .text,
        "heads": Shape(["type": "object", "additionalProperties": Shape.sequence.json], with: [.sequence]),
    ])
}
