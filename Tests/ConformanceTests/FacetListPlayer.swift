// SPDX-License-Identifier: MIT

import SearchModel
import Wire

@testable import Interactors

/// Plays the cases of a list of facet values.
struct FacetListPlayer: CasePlayer {
    private let attribute: String
    private var widget: PlayedWidget<RefinementListInteractor>
    private var computed: [JSON] = []

    init(given: JSON) throws {
        let connection = given["connection"] ?? [:]
        attribute = connection["attribute"]?.string ?? "attribute"
        let selectedItems = try given.list("items").filter { $0["selected"] == true }.map {
            try $0.requiredFacetValue("value")
        }
        let preloaded = try given.facetValues("selections") + selectedItems
        let group: JSON = [
            "kind": connection["operator"] ?? "or", "name": connection["group-name"] ?? JSON(attribute),
        ]
        widget = try PlayedWidget(
            given: given,
            parameters: try Self.parameters(given, attribute: attribute),
            preloaded: preloaded.map { [attribute] in
                ["filter": Filter.facet(attribute, $0).json, "group": group]
            },
            isConnected: given["connection"] != nil
        )
        if given["items"] != nil { try answer(items: try given.list("items")) }
    }

    private static func parameters(_ given: JSON, attribute: String) throws -> JSON {
        let connection = JSON.connection(given["connection"] ?? [:], attribute: attribute, defaultOperator: "or")
        var parameters = connection.object ?? JSONObject()
        let words = ["is-refined": "isRefined", "alpha:asc": "name:asc", "alpha:desc": "name:desc"]
        let criteria = try given["presenter"].map { try $0.strings("sort-by") } ?? []
        if !criteria.isEmpty { parameters["sortBy"] = JSON(criteria.map { words[$0] ?? $0 }) }
        parameters["limit"] = given["presenter"]?["limit"]
        parameters["showEmpty"] = given["presenter"]?["show-empty-facets"]
        parameters["selectionMode"] = given["selection-mode"]
        return .object(parameters)
    }

    private mutating func answer(items: [JSON]) throws {
        let counts = try items.map {
            FacetCount(value: try $0.requiredFacetValue("value"), count: try $0.requiredInt("count"))
        }
        let hits = SearchResponse.Hits(facets: [attribute: counts])
        try widget.answer(SearchResponse(query: "", processingTimeMS: 0, content: .hits(hits)))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "select-facet", "select":
            let choice: JSON = ["value": try data.required(command == "select" ? "key" : "value")]
            computed.append(.array(try widget.computed("select", choice).selectedValues(of: attribute).map(\.json)))
            try widget.send("select", choice)
        case "search-response", "facet-search-response":
            try widget.answer(try .init(notation: try data.required("response"), facet: attribute))
        case "filter-state":
            try widget.change(try data.list("do"))
        default:
            throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "items": .array(widget.state.facets.map { ["value": $0.value.json, "count": JSON($0.count)] })
        case "selections": .array(widget.state.selected.map(\.json))
        case "computed": .array(computed)
        case "view-items": .array(viewItems)
        case "values": .array(viewItems.compactMap { $0["value"] })
        case "query-facets": JSON(widget.widget.needs.facets.map(\.attribute).sorted())
        default: try widget.session.output(name)
        }
    }

    private var viewItems: [JSON] {
        (widget.view["items"]?.array ?? []).map { item in
            ["value": item["value"] ?? .null, "count": item["count"] ?? .null, "selected": item["selected"] ?? .null]
        }
    }
}

/// Plays the cases of a list of which some elements are selected.
struct SelectableListPlayer: CasePlayer {
    private var list: FacetListPlayer

    init(given: JSON) throws {
        var members = given.object ?? JSONObject()
        members["items"] = .array(try given.list("items").map { ["value": $0, "count": 1] })
        list = try FacetListPlayer(given: .object(members))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        try list.play(command, data)
    }

    func output(_ name: String, expected: JSON) throws -> JSON { try list.output(name, expected: expected) }
}
