// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// Plays the cases of parameters that travel as one text.
struct ParameterEncodingPlayer: CasePlayer {
    private let encoded: String?

    init(given: JSON) throws {
        encoded = ParameterEncoding.encoded(given["params"]?.object ?? JSONObject())
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON {
        let pairs = ParameterEncoding.decoded(encoded ?? "")
        switch name {
        case "encoded": return JSON(encoded)
        case "decoded": return .object(JSONObject(pairs.map { ($0.name, .string($0.value)) }))
        case "pair-count": return JSON(pairs.count)
        default: throw Missing.output(name)
        }
    }
}

/// Plays the cases of a request for related records.
struct RelatedItemsPlayer: CasePlayer {
    private let parameters: JSONObject

    init(given: JSON) throws {
        let hit = try given.required("hit")
        let patterns = try given.list("patterns").map {
            RelatedItems.Pattern(attribute: try $0.requiredString("attribute"), score: try $0.requiredInt("score"))
        }
        parameters = RelatedItems(to: try hit.requiredString("objectID"), record: hit, patterns: patterns).parameters
    }

    mutating func play(_ command: String, _ data: JSON) throws { throw Missing.command(command) }

    func output(_ name: String, expected: JSON) throws -> JSON { parameters[name] ?? .null }
}
