// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Testing
import Wire

/// The views that the widget types declare, for tests of those who read them.
enum DeclaredViews {
    /// A view of a type that has what must be there, beside the members given.
    static func json(_ type: String, _ members: JSON = [:]) throws -> JSON {
        let type = try #require(InteractorRegistry.type(named: type))
        guard case .object(let declared, _)? = type.viewSchema else { return members }
        var object = JSONObject()
        for member in declared where member.isRequired { object[member.name] = plain(member.schema) }
        object["phase"] = "ready"
        for member in members.object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
    }

    /// The simplest value that a schema admits.
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
