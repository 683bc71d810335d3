// SPDX-License-Identifier: MIT

import Wire

/// One change of an index, as in the data of a `write/` event.
public enum AlgoliaWrite: Sendable, Hashable {
    /// Stores a record, which has an `objectID`; it replaces the one with its identifier.
    case put(JSONObject)
    /// Changes some attributes of a record; a missing one is created, or ignored.
    case update(objectID: String, attributes: JSONObject, creates: Bool)
    case delete(objectID: String)
    /// Removes the records that match filters.
    case deleteMatching(parameters: JSONObject)
    case clear
    case deleteIndex
    /// Replaces another index by a copy of this one; only the given parts, if any.
    case copy(destination: String, scope: [String])
    /// Gives the index another name.
    case move(destination: String)
    /// Changes settings; null resets a setting to its default.
    case settings(JSONObject)

    /// Stores synonyms; they replace those with their identifiers, or all.
    case synonyms([JSONObject], replacesAll: Bool)
    case deleteSynonym(objectID: String)

    /// Whether its effect depends on one index only.
    public var concernsOneIndex: Bool {
        switch self {
        case .copy, .move: false
        default: true
        }
    }
}

extension AlgoliaWrite: JSONConvertible {
    public init(json: JSON) throws {
        switch try json.requiredString("action") {
        case "put": self = .put(try json.requiredObject("record"))
        case "update":
            self = .update(
                objectID: try json.requiredString("objectID"),
                attributes: try json.requiredObject("attributes"),
                creates: json["creates"]?.bool ?? true
            )
        case "delete": self = .delete(objectID: try json.requiredString("objectID"))
        case "deleteMatching": self = .deleteMatching(parameters: try json.requiredObject("parameters"))
        case "clear": self = .clear
        case "deleteIndex": self = .deleteIndex
        case "copy":
            let scope = json["scope"] == nil ? [] : try json.strings("scope")
            self = .copy(destination: try json.requiredString("destination"), scope: scope)
        case "move": self = .move(destination: try json.requiredString("destination"))
        case "settings": self = .settings(try json.requiredObject("settings"))
        case "synonyms":
            guard let list = json["synonyms"]?.array else { throw JSONError("`synonyms` is missing or no list") }
            let synonyms = try list.map { element in
                guard let members = element.object else { throw JSONError("a synonym is not an object") }
                return members
            }
            self = .synonyms(synonyms, replacesAll: json["replacesAll"]?.bool ?? false)
        case "deleteSynonym": self = .deleteSynonym(objectID: try json.requiredString("objectID"))
        default: throw JSONError("`action` is unknown")
        }
    }

    /// The write as an object with `action` and its members.
    public var json: JSON {
        switch self {
        case .put(let record): ["action": "put", "record": .object(record)]
        case .update(let objectID, let attributes, let creates):
            [
                "action": "update", "objectID": .string(objectID), "attributes": .object(attributes),
                "creates": .bool(creates),
            ]
        case .delete(let objectID): ["action": "delete", "objectID": .string(objectID)]
        case .deleteMatching(let parameters): ["action": "deleteMatching", "parameters": .object(parameters)]
        case .clear: ["action": "clear"]
        case .deleteIndex: ["action": "deleteIndex"]
        case .copy(let destination, let scope):
            ["action": "copy", "destination": .string(destination), "scope": JSON(scope)]
        case .move(let destination): ["action": "move", "destination": .string(destination)]
        case .settings(let settings): ["action": "settings", "settings": .object(settings)]
        case .synonyms(let synonyms, let replacesAll):
            [
                "action": "synonyms", "synonyms": .array(synonyms.map(JSON.object)),
                "replacesAll": .bool(replacesAll),
            ]
        case .deleteSynonym(let objectID): ["action": "deleteSynonym", "objectID": .string(objectID)]
        }
    }
}

extension JSON {
    fileprivate func requiredObject(_ key: String) throws -> JSONObject {
        guard let object = self[key]?.object else { throw JSONError("`\(key)` is missing or no object") }
        return object
    }
}
