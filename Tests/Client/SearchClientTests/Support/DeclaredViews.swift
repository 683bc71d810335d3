// SPDX-License-Identifier: MIT

import Interactors
import Testing
import Wire

/// The views that the widget types declare, for tests of their readers.
enum DeclaredViews {
    /// A view of a type with its required members, and the given members.
    static func json(_ type: String, _ members: JSON = [:]) throws -> JSON {
        let type = try #require(InteractorRegistry.type(named: type))
        guard case .object(let declared, _)? = type.viewSchema else { return members }
        var object = JSONObject()
        for member in declared where member.isRequired { object[member.name] = plain(member.schema) }
        object["phase"] = "ready"
        for member in members.object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
    }

    /// The simplest value that is valid for a schema.
    private static func plain(_ schema: Schema) -> JSON {
        switch schema {
        case .list: []
        case .boolean: false
        case .nullable: .null
        case .choice(let words): .string(words.first ?? "")
        case .integer(let range): JSON(range.lowerBound)
        case .number(let range): .number(max(range.lowerBound, 0.5))
        case .object, .map: [:]
        case .named(_, let schema): plain(schema)
        default: "a"
        }
    }
}
