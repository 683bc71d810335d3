// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Whether records can be selected, how many, and whom a selection is shown to.
struct HitSelection: Sendable, Hashable {
    enum Mode: String, Sendable, Hashable, CaseIterable {
        case none
        case single
        case multiple
    }

    static let schema = Schema.object([
        Schema.Member("mode", .choice(Mode.allCases.map(\.rawValue)), "How many records can be selected; `none`."),
        Schema.Member("to", .text(maximum: 48), "The component that is sent `show` with each record selected."),
        Schema.Member(
            "attributes",
            .list(.attribute, maximum: maximumAttributes),
            "The attributes whose values are sent with it."
        ),
    ])

    /// How many attributes can be sent with a record.
    static let maximumAttributes = 16
    /// How many bytes their values may take.
    static let maximumBytes = 8_192
    static let maximumSelected = 256
    /// How many bytes their ids may take.
    static let maximumSelectedBytes = 16_384

    let mode: Mode
    private let to: String?
    private let attributes: [String]

    /// Takes what the app file says, which is what the schema says.
    ///
    /// - Throws: `ParameterError` for one that contradicts itself.
    init(_ json: JSON, parameter: String) throws {
        mode = json["mode"]?.string.flatMap(Mode.init) ?? .none
        to = json["to"]?.string
        attributes = json["attributes"]?.array?.compactMap(\.string) ?? []
        guard mode != .none || (to == nil && attributes.isEmpty) else {
            throw ParameterError(parameter, "has `to` or `attributes`, but no `mode` in which anything is selected")
        }
        guard to?.isEmpty != true else { throw ParameterError(parameter, "has an empty `to`") }
        guard Set(attributes).count == attributes.count else {
            throw ParameterError(parameter, "has an attribute twice")
        }
    }

    /// What a view says of the records selected; nothing where none can be.
    func members(_ selected: [String]) -> [(String, JSON)] {
        guard mode != .none else { return [] }
        let rule: JSON = ["mode": .string(mode.rawValue), "attributes": JSON(attributes)]
        return [("selection", rule), ("selected", JSON(selected))]
    }

    static let viewMembers = [
        Schema.Member(
            "selection",
            .object(
                "HitsSelection",
                "How records of a list can be selected.",
                [
                    Schema.Member(
                        "mode",
                        .choice(["single", "multiple"]),
                        isRequired: true,
                        "How many can be selected."
                    ),
                    Schema.Member(
                        "attributes",
                        .list(.attribute),
                        isRequired: true,
                        "The attributes whose values are sent with `select`."
                    ),
                ]
            ),
            "Where records can be selected: how."
        ),
        Schema.Member("selected", .texts, "The IDs of the selected records, if records can be selected."),
    ]

    /// The ids that were kept for a restart, as far as they may be selected.
    func restored(_ saved: JSON?) -> [String] {
        let ids = saved?.array?.compactMap(\.string) ?? []
        let most = mode == .none ? 0 : mode == .single ? 1 : Self.maximumSelected
        return ids.count <= most && Self.size(of: ids) <= Self.maximumSelectedBytes ? ids : []
    }

    private static func size(of ids: [String]) -> Int { ids.reduce(0) { $0 + $1.utf8.count } }
}

// MARK: - Intents

extension HitSelection {
    private static let id = Schema.Member(
        "objectID",
        .text(maximum: 1_024),
        isRequired: true,
        "The ID of the record."
    )

    static let intents = [
        IntentDeclaration(
            "select",
            "A record is selected.",
            data: [
                id,
                Schema.Member(
                    "attributes",
                    .map(.oneOf([.value, .list(.value, maximum: 1_000)])),
                    "The record's values of the attributes that the view names, at most \(ByteSize(maximumBytes))."
                ),
            ]
        ),
        IntentDeclaration("deselect", "Deselects a record.", data: [id]),
        IntentDeclaration("clear-selection", "Deselects all records."),
    ]

    /// Carries an intent out.
    ///
    /// - Throws: `SearchBusError` for one that makes no sense here.
    func answer(_ intent: Intent, _ selected: inout [String]) throws -> Effects {
        guard mode != .none else {
            throw SearchBusError(
                .invalidIntent,
                "nothing can be selected here",
                remedy: "Give the widget a `selection` with the mode `single` or `multiple`."
            )
        }
        let before = selected
        switch intent.type {
        case "select": return try select(intent.data, &selected)
        case "deselect":
            let id = try intent.data.requiredString("objectID")
            selected.removeAll { $0 == id }
        default: selected = []
        }
        return selected == before ? .unchanged : .applied
    }

    private func select(_ data: JSON, _ selected: inout [String]) throws -> Effects {
        let id = try data.requiredString("objectID")
        guard !id.isEmpty else { throw JSONError("`objectID` is empty") }
        let shown = try checked(data["attributes"])
        guard !selected.contains(id) else { return .unchanged }
        let ids = mode == .single ? [id] : selected + [id]
        guard ids.count <= Self.maximumSelected, Self.size(of: ids) <= Self.maximumSelectedBytes else {
            throw SearchBusError(
                .tooLarge,
                "At most \(Self.maximumSelected) records and \(Self.maximumSelectedBytes) bytes of ids can be selected.",
                remedy: "Deselect some first."
            )
        }
        selected = ids
        guard let to else { return .applied }
        return .asks(to, Intent(type: "show", data: ["objectID": .string(id), "attributes": shown]))
    }

    private func checked(_ values: JSON?) throws -> JSON {
        let object = values?.object ?? JSONObject()
        if let other = object.keys.first(where: { !attributes.contains($0) }) {
            throw SearchBusError(
                .invalidIntent,
                "`\(other)` is not an attribute of `selection`",
                remedy: attributes.isEmpty ? "Send none." : "Send some of: \(attributes.joined(separator: ", "))."
            )
        }
        let size = JSON.object(object).bytes.count
        guard size <= Self.maximumBytes else {
            throw SearchBusError(
                .tooLarge,
                "`attributes` has \(size) bytes; at most \(Self.maximumBytes) are allowed.",
                remedy: "Send fewer values."
            )
        }
        return .object(object)
    }
}
