// SPDX-License-Identifier: MIT

import AccessKeys
import Wire

/// A JSON Schema, with the named schemas that it refers to.
struct Shape: Sendable {
    /// The schema's members.
    private(set) var members: JSONObject
    /// The named schemas that it refers to, directly or not, by their names.
    private(set) var components: [String: JSON] = [:]

    init(_ json: JSON, with parts: [Shape] = []) {
        members = json.object ?? JSONObject()
        for part in parts { components.merge(part.components) { first, _ in first } }
    }

    /// The schema of a record's JSON.
    init(_ schema: Schema) {
        switch schema {
        case .object(let members, _): self.init(members: members)
        case .list(let element, .max): self = .list(Shape(element))
        case .map(let value): self.init(["type": "object", "additionalProperties": Shape(value).json])
        case .nullable(let schema): self = Shape(schema).orNull
        case .integer where schema == .integer: self = .integer
        default: self.init(schema.jsonSchema)
        }
    }

    /// The schema of an object whose optional members are omitted rather than null.
    init(members: [Schema.Member], nullable: [String] = []) {
        let shapes = members.map { member -> (String, JSON) in
            var shape = Shape(member.schema)
            if case .nullable(let schema) = member.schema { shape = Shape(schema) }
            if nullable.contains(member.name) { shape = shape.orNull }
            return (member.name, shape.described(member.summary).json)
        }
        self.init(["type": "object", "properties": .object(JSONObject(shapes))])
        let required = members.filter(\.isRequired).map(\.name)
        if !required.isEmpty { self = adding(["required": JSON(required)]) }
    }

    /// The same schema of an object with further members, which may be missing.
    func with(_ more: KeyValuePairs<String, Shape>) -> Shape {
        let properties = (members["properties"]?.object ?? JSONObject()).merging(more.map { ($0, $1.json) })
        return adding(["properties": .object(properties)])
    }

    /// The schema.
    var json: JSON { .object(members) }

    /// The same schema with a description.
    func described(_ text: String) -> Shape { adding(["description": .string(text)]) }

    /// The same schema with further keywords.
    func adding(_ more: JSON) -> Shape {
        var shape = self
        shape.members = members.merging(more.object ?? JSONObject())
        return shape
    }

    /// The same schema of an object, without further members.
    var closed: Shape { adding(["additionalProperties": false]) }

    /// The names of an object's members.
    var memberNames: [String] { members["properties"]?.object?.keys ?? [] }

    /// The schema or null.
    var orNull: Shape {
        guard let type = members["type"]?.string else { return .oneOf([self, Shape(["type": "null"])]) }
        return adding(["type": [.string(type), "null"]])
    }
}

extension Shape {
    static let any = Shape([:])
    static let text = Shape(["type": "string"])
    static let integer = Shape(["type": "integer"])
    static let number = Shape(["type": "number"])
    static let boolean = Shape(["type": "boolean"])
    static let object = Shape(["type": "object"])

    static func text(matching pattern: String) -> Shape { text.adding(["pattern": .string(pattern)]) }

    static func integer(_ range: ClosedRange<Int>, default value: Int? = nil) -> Shape {
        let shape = integer.adding(["minimum": JSON(range.lowerBound), "maximum": JSON(range.upperBound)])
        return value.map { shape.adding(["default": JSON($0)]) } ?? shape
    }

    /// One of these words.
    static func words(_ words: [String]) -> Shape { text.adding(["enum": JSON(words)]) }

    static func list(_ element: Shape, _ count: ClosedRange<Int>? = nil) -> Shape {
        let shape = Shape(["type": "array", "items": element.json], with: [element])
        guard let count else { return shape }
        return shape.adding(["minItems": JSON(count.lowerBound), "maxItems": JSON(count.upperBound)])
    }

    /// An object of these members, in this order; a name with a question mark is optional.
    static func object(_ members: KeyValuePairs<String, Shape>) -> Shape {
        let names = members.map { $0.key.hasSuffix("?") ? String($0.key.dropLast()) : $0.key }
        let required = members.map(\.key).filter { !$0.hasSuffix("?") }
        let properties = zip(names, members).map { ($0, $1.value.json) }
        let shape = Shape(
            ["type": "object", "properties": .object(JSONObject(properties))],
            with: members.map(\.value)
        )
        return required.isEmpty ? shape : shape.adding(["required": JSON(required)])
    }

    static func oneOf(_ shapes: [Shape]) -> Shape { Shape(["oneOf": .array(shapes.map(\.json))], with: shapes) }

    /// A reference to a named schema of the document.
    static func named(_ name: String, _ shape: Shape) -> Shape {
        var reference = Shape(["$ref": .string("#/components/schemas/\(name)")], with: [shape])
        reference.components[name] = shape.json
        return reference
    }
}

// MARK: Shared schemas

extension Shape {
    static let empty = named("Empty", object.described("`{}`"))
    static let session = named("Session", text(matching: "^[A-Za-z0-9_-]{1,64}$"))
    static let sequence = named(
        "Sequence",
        text(matching: "^[0-9]{1,20}$").described("A sequence number; 20 digits.")
    )
    static let role = named("Role", words(AccessRole.allCases.map(\.rawValue)))
    static let eventStream = named(
        "EventStream",
        text.described("Server-sent events, each with one JSON object as its data.")
    )
    static let error = object(["code": text, "message": text, "remedy": text])
    /// An event as it is on the log.
    static let event = named(
        "Event",
        object([
            "specversion": Shape(["const": "1.0"]), "id": text, "source": text, "type": text, "subject?": text,
            "time?": text.adding(["format": "date-time"]), "datacontenttype?": text, "sequence?": sequence,
            "previous?": sequence, "channelprevious?": sequence, "epoch?": text, "correlationid?": text,
            "causationid?": text, "traceparent?": text, "received?": integer, "began?": integer, "data": any,
        ])
    )
    /// An event with its topic.
    static let topicEvent = named("TopicEvent", object(["topic": text, "event": event]))
    static let problem = named(
        "Problem",
        object([
            "type": text, "title": text, "status": integer, "detail": text,
            "code": words(ErrorCode.allCases.map(\.rawValue)), "remedy": text,
            "readable?": text.described(
                "Of a link that cannot be read as a whole: the link to all that could be read."
            ),
            "unreadable?": list(text).described("Of such a link: what could not be read, and why."),
            "problems?": list(Trouble.shape).described("Of an app that is not ready: what is not ready, and why."),
        ])
    )
}
