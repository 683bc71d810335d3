// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// Plays the cases of a list of filters on the values of one attribute, which a list of facet values does the job of.
struct FilterListPlayer: CasePlayer {
    private let attribute: String
    private let mode: JSON
    private var list: FacetListPlayer

    init(given: JSON) throws {
        let filters = try given.list("items").map(Filter.init(notation:))
        let values = filters.compactMap(\.facetValue)
        guard values.count == filters.count else { throw Missing("a list of numeric filters") }
        attribute = filters.first?.attribute ?? Filter.tagAttribute
        mode = given["selection-mode"] ?? "multiple"
        var connection = given["connection"]?.object
        connection?["attribute"] = .string(attribute)
        connection?["group-name"] = given["connection"]?["group-name"] ?? ""
        var members = JSONObject([
            ("items", .array(values.map { ["value": $0.json, "count": 1] })), ("selection-mode", mode),
            ("filter-state", given["filter-state"] ?? []),
        ])
        members["connection"] = connection.map(JSON.object)
        list = try FacetListPlayer(given: .object(members))
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard command == "select-filter" else { return try list.play(command, data) }
        let filter = try Filter(notation: try data.required("filter"))
        guard filter.attribute == attribute, let value = filter.facetValue else {
            throw Missing("a list of several attributes")
        }
        try list.play("select-facet", ["value": value.json])
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "selection-mode": return mode
        case "selections":
            let values = try list.output(name, expected: expected).array ?? []
            return .array(try values.map { Filter.facet(attribute, try FacetValue(json: $0)).json })
        default: return try list.output(name, expected: expected)
        }
    }
}
