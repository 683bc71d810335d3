// SPDX-License-Identifier: MIT

import SearchModel
import Wire

@testable import Interactors

/// Plays the cases of a list of filters that are given.
struct FilterListPlayer: CasePlayer {
    private let group: FilterGroup.ID
    /// The list; `nil` for one of no filters, which an app file cannot have.
    private var widget: PlayedWidget<FilterListInteractor>?
    private let type: FilterType?
    private var computed: [JSON] = []

    init(given: JSON) throws {
        let connection = given["connection"] ?? [:]
        let (kind, name) = (connection["operator"] ?? "or", connection["group-name"] ?? "")
        group = try FilterGroup.ID(json: ["kind": kind, "name": name])
        type = try given["filter-type"].map(FilterType.init(json:))
        guard try !given.list("items").isEmpty else { return }
        var parameters = JSONObject([
            ("items", .array(try given.list("items").map { ["filter": try Filter(notation: $0).json] })),
            ("operator", kind), ("group", name),
        ])
        parameters["selectionMode"] = given["selection-mode"]
        widget = try PlayedWidget(
            given: given,
            parameters: .object(parameters),
            isConnected: given["connection"] != nil
        )
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        guard var widget else { throw Missing("a list of no filters") }
        defer { self.widget = widget }
        switch command {
        case "select-filter":
            let choice: JSON = ["filter": try Filter(notation: try data.required("filter")).json]
            let filters = try widget.computed("select", choice)
            computed.append(.array(filters.filters(in: group).map(\.json)))
            try widget.send("select", choice)
        case "filter-state": try widget.change(try data.list("do"))
        default: throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        guard let widget else {
            guard name == "selection-mode", let type else { throw Missing("a list of no filters") }
            return .string(FilterListInteractor.mode(of: [type]))
        }
        return switch name {
        case "selection-mode": widget.view["multiple"] == true ? "multiple" : "single"
        case "selections":
            .array((widget.view["items"]?.array ?? []).filter { $0["selected"] == true }.compactMap { $0["filter"] })
        case "computed": .array(computed)
        default: try widget.session.output(name)
        }
    }
}
