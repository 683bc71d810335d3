// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Which attributes of a record a controller shows, and how; included in each view.
struct HitTemplate: Sendable, Hashable {
    static let schema = Schema.object(
        "HitTemplate",
        "Which attributes of a record a controller shows, and how.",
        [
            Schema.Member("layout", .choice(["grid", "list"]), "How the records are laid out."),
            Schema.Member("title", .attribute, "The attribute with the title of the record."),
            Schema.Member("subtitle", .attribute, "The attribute under the title."),
            Schema.Member("text", .attribute, "The attribute with the longer text."),
            Schema.Member("image", .attribute, "The attribute with the address of a picture."),
            Schema.Member("meta", .list(meta, maximum: 64), "Further attributes, each with its format."),
        ]
    )

    private static let formats = ["plain", "number", "currency", "rating", "flag", "date", "size"]
    private static let meta = Schema.object([
        Schema.Member("attribute", .attribute, isRequired: true, "The attribute."),
        Schema.Member("format", .choice(formats), "The format of its value."),
        Schema.Member("currency", .text(maximum: 16), "The currency of an amount of money, such as EUR."),
        Schema.Member("label", .text(maximum: 256), "The text before the value."),
    ])

    let json: JSON

    /// Takes a template that is what the schema says; `null` is an empty one.
    init(_ json: JSON) {
        self.json = json.isNull ? .object(JSONObject()) : json
    }
}

/// How a controller marks matches; included in each view.
struct HighlightStyle: Sendable, Hashable {
    static let schema = Schema.object(
        "HighlightStyle",
        "How a controller marks what matched.",
        [
            Schema.Member(
                "inverted",
                .boolean,
                property: "isInverted",
                "Whether what did not match is marked instead."
            ),
            Schema.Member("color", .text(maximum: 32), "The colour of the text: a name of CSS, or #RGB, #RRGGBB."),
            Schema.Member("background", .text(maximum: 32), "The colour behind it."),
        ]
    )

    /// The style as the app file has it; `nil` where it says nothing.
    let json: JSON?
    /// Whether what did not match is marked instead.
    let isInverted: Bool

    /// Takes a style that is what the schema says.
    ///
    /// - Throws: `ParameterError` for a colour that is neither a name nor hexadecimal.
    init(_ json: JSON, parameter: String) throws {
        self.json = json.isNull ? nil : json
        isInverted = json["inverted"]?.bool ?? false
        for member in ["color", "background"] {
            guard let color = json[member]?.string, !CSSColor.isColor(color) else { continue }
            throw ParameterError(
                parameter,
                "has a `\(member)` that is neither the name of a colour, such as `gold`, nor #RGB or #RRGGBB"
            )
        }
    }

    func item(_ hit: Hit) -> JSONText {
        guard isInverted else { return hit.text }
        let inverted = hit.highlights.sorted { $0.key < $1.key }.map { ($0.key, $0.value.inverted.json) }
        return inverted.isEmpty
            ? hit.text : hit.text.adding("highlights", .object(JSONObject(inverted))) ?? hit.text
    }
}
