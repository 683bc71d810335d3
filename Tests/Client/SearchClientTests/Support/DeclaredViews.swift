// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import RandomTesting
import Testing
import Wire

/// The views that the widget types declare, for tests of those who read them.
enum DeclaredViews {
    /// The names of all widget types.
    static let types = InteractorRegistry.types.map { $0.type }

    /// What a view of a type is.
    ///
    /// Where a declaration leaves open what a record or an error is, this says it.
    static func schema(of type: String) throws -> Schema {
        let declared = try #require(InteractorRegistry.type(named: type)?.viewSchema, "`\(type)` declares no view")
        return precise(declared, named: "")
    }

    /// A view of a type that has what must be there, beside the members given.
    static func json(_ type: String, _ members: JSON = [:]) throws -> JSON {
        guard case .object(let declared, _) = try schema(of: type) else { return members }
        var object = JSONObject()
        for member in declared where member.isRequired { object[member.name] = plain(member.schema) }
        object["phase"] = "ready"
        for member in members.object?.members ?? [] { object[member.key] = member.value }
        return .object(object)
    }

    /// A view of a type as it may be, with what a schema cannot say of marked texts and places.
    static func random(_ schema: Schema, with random: inout SeededGenerator) -> JSON {
        switch schema {
        case SchemaSample.spans:
            return random.pick([[], [["a", false]], [["la", true], ["mp", false]], [["é \u{202E}", true]]])
        case SchemaSample.point: return random.pick([[0, 0], [-90, 180], [48.5, -11.5]])
        case SchemaSample.box: return random.pick([[[0, 0], [0, 0]], [[-10, 170], [10, -170]]])
        case .object(let members, _):
            var object = JSONObject()
            for member in members where member.isRequired || random.isTrue() {
                object[member.name] = Self.random(member.schema, with: &random)
            }
            return .object(object)
        case .list(let element, _): return .array((0..<3).map { _ in Self.random(element, with: &random) })
        case .oneOf(let schemas): return Self.random(random.pick(schemas), with: &random)
        case .nullable(let inner): return random.isTrue() ? .null : Self.random(inner, with: &random)
        default: return random.value(of: schema)
        }
    }

    /// The simplest value that a schema admits.
    private static func plain(_ schema: Schema) -> JSON {
        switch schema {
        case .list: []
        case .boolean: false
        case .nullable: .null
        default: SchemaSample(schema).value
        }
    }

    /// The intents of a type: their names.
    static func intents(of type: String) -> [String] {
        InteractorRegistry.type(named: type)?.intents.map(\.name) ?? []
    }

    /// Why an intent is none that the type declares; `nil` where it is one.
    static func problem(with data: JSON, of intent: String, to type: String) -> String? {
        guard let declaration = InteractorRegistry.type(named: type)?.intents.first(where: { $0.name == intent }) else {
            return "`\(type)` has no intent `\(intent)`"
        }
        return declaration.schema.problem(with: data).map { "`\(intent)` of `\(type)`: \($0)" }
    }

    private static func precise(_ schema: Schema, named name: String) -> Schema {
        switch schema {
        case SchemaSample.spans: schema
        case .object(let members, let isOpen):
            .object(members.map { precise($0, in: name) }, isOpen: isOpen)
        case .list(.any, let maximum) where name == "hits": .list(hit, maximum: maximum)
        case .any where name == "hit": hit
        case .list(let element, let maximum): .list(precise(element, named: name), maximum: maximum)
        case .nullable(let schema): .nullable(precise(schema, named: name))
        default: schema
        }
    }

    private static func precise(_ member: Schema.Member, in parent: String) -> Schema.Member {
        let isCode = ["error", "searchError"].contains(parent) && member.name == "code"
        return Schema.Member(
            member.name,
            isCode ? .choice(ErrorCode.allCases.map(\.rawValue)) : precise(member.schema, named: member.name),
            isRequired: member.isRequired,
            default: member.defaultValue,
            member.summary
        )
    }

    private static let hit = Schema.object([
        Schema.Member("objectID", .text, isRequired: true, "What the record is known by."),
        Schema.Member("record", .object([], isOpen: true), isRequired: true, "The record."),
        Schema.Member(
            "highlights",
            .object([Schema.Member("name", SchemaSample.spans, "What matched.")], isOpen: false),
            "By attribute."
        ),
        Schema.Member("position", .count, isRequired: true, "Where it stands."),
    ])
}
