// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// What people can choose one of about a search, as the app file lists it: values of one kind, with what people call them.
struct SearchChoices<Value: Sendable & Hashable>: Sendable {
    private struct Item: Sendable {
        let label: String
        let value: Value
    }

    private let items: [Item]
    /// The name of the member that holds a value, such as `index`.
    private let member: String
    private let json: @Sendable (Value) -> JSON

    /// Reads the parameter `items`; a choice without a label is called by its value's text.
    ///
    /// - Throws: `ParameterError` for a list that is empty or has a value twice.
    init(
        _ list: JSON,
        of member: String,
        json: @escaping @Sendable (Value) -> JSON,
        read: (JSON) -> Value?
    ) throws {
        self.member = member
        self.json = json
        items = (list.array ?? []).compactMap { item in
            guard let value = item[member].flatMap(read) else { return nil }
            return Item(label: item["label"]?.string ?? "\(value)", value: value)
        }
        guard !items.isEmpty else { throw ParameterError("items", "is empty") }
        guard Set(values).count == items.count else {
            throw ParameterError("items", "has \(Self.article(member)) twice")
        }
    }

    var values: [Value] { items.map(\.value) }

    /// The value that an intent chooses.
    ///
    /// - Throws: `SearchBusError` for one that is not listed.
    func chosen(_ value: Value, among what: String) throws -> Value {
        guard values.contains(value) else {
            throw SearchBusError(
                .invalidIntent,
                "`\(value)` is not one of the widget's \(what)",
                remedy: "Send one of: \(values.map { "\($0)" }.joined(separator: ", "))."
            )
        }
        return value
    }

    func list(selected: Value?) -> JSON {
        .array(
            items.map { item in
                .object(
                    JSONObject([
                        ("label", .string(item.label)), (member, json(item.value)),
                        ("selected", .bool(item.value == selected)),
                    ])
                )
            }
        )
    }

    private static func article(_ member: String) -> String {
        "aeiou".contains(member.prefix(1)) ? "an `\(member)`" : "a `\(member)`"
    }
}
