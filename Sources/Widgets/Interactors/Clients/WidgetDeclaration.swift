// SPDX-License-Identifier: MIT

import Wire

/// What a widget type declares of its views and intents, which the types of the clients are printed from.
public struct WidgetDeclaration: Sendable {
    /// The widget type, such as `hits-per-page`.
    public let type: String
    public let summary: String
    public let intents: [IntentDeclaration]
    /// The members of its view beside those that every view has.
    public let members: [Schema.Member]

    public init(_ type: any Interactor.Type) {
        self.init(type: type.type, summary: type.summary, intents: type.intents, members: type.viewMembers ?? [])
    }

    /// Reads a declaration from the description of a widget type, as `WidgetTypeDescription` writes it.
    ///
    /// - Throws: `JSONError` for a description without a `type`.
    public init(json: JSON) throws {
        let type = try json.requiredString("type")
        guard !Self.typeName(type).isEmpty, type.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { throw JSONError("`type` must be words of letters and digits, joined by hyphens: `\(type)`") }
        let intents = (json["intents"]?.object?.members ?? []).map { intent in
            IntentDeclaration(
                intent.key,
                intent.value["summary"]?.string ?? "",
                data: Self.members(intent.value["data"], besides: [])
            )
        }
        self.init(
            type: type,
            summary: json["summary"]?.string ?? "",
            intents: intents,
            members: Self.members(json["view"], besides: Set(Schema.viewMembers([]).map(\.name)))
        )
    }

    private static func members(_ json: JSON?, besides names: Set<String>) -> [Schema.Member] {
        guard let json, case .object(let members, _) = Schema(jsonSchema: json) else { return [] }
        return members.filter { !names.contains($0.name) }
    }

    init(type: String, summary: String, intents: [IntentDeclaration], members: [Schema.Member]) {
        self.type = type
        self.summary = summary
        self.intents = intents
        self.members = members
    }

    /// The declarations of all widget types that come with SearchBus, by name.
    public static var all: [WidgetDeclaration] {
        InteractorRegistry.types.map(WidgetDeclaration.init).sorted { $0.type < $1.type }
    }

    /// The name of the type in languages with types, such as `HitsPerPage`.
    var name: String { Self.typeName(type) }

    /// The name of the type of its views.
    var view: String { name + "View" }

    /// Makes `HitsPerPage` of `hits-per-page`.
    static func typeName(_ words: String) -> String {
        words.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Makes `hitsPerPage` of `hits-per-page`.
    static func memberName(_ words: String) -> String {
        let name = typeName(words)
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}
