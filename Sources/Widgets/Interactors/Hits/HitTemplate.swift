// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// Which attributes of a record a controller shows, and how; included in each view.
struct HitTemplate: Sendable, Hashable {
    static let schema = Schema.object(
        "HitTemplate",
        "Which attributes of a record a controller shows, and how.",
        [
            Schema.Member("layout", .choice(["grid", "list"]), "How the records are laid out."),
            Schema.Member("title", .attribute, "The attribute that names the record."),
            Schema.Member("subtitle", .attribute, "The attribute under the title."),
            Schema.Member("text", .attribute, "The attribute with the longer text."),
            Schema.Member("image", .attribute, "The attribute with the address of a picture."),
            Schema.Member("meta", .list(meta, maximum: 64), "Further attributes, each with how it is written."),
        ]
    )

    private static let formats = ["plain", "number", "currency", "rating", "flag", "date", "size"]
    private static let meta = Schema.object([
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("format", .choice(formats), "How its value is written."),
        Schema.Member("currency", .text(maximum: 16), "The currency of an amount of money, such as EUR."),
        Schema.Member("label", .text(maximum: 256), "The text before the value."),
    ])

    let json: JSON

    /// Takes a template that is what the schema says; `null` is an empty one.
    init(_ json: JSON) {
        self.json = json.isNull ? .object(JSONObject()) : json
    }
}
