// SPDX-License-Identifier: MIT

import Wire

/// The Swift types of views and intents, for `SearchClient`.
public struct SwiftTypes {
    private static let width = 120
    /// Views that `SearchClient` has by hand, since their rows come from several views.
    private static let ownViews: Set<String> = ["HitsView"]
    /// Types that `SearchClient` has by hand, since they do more than hold what is declared.
    private static let ownTypes: Set<String> = [
        "AutocompleteSection", "Facet", "GeoArea", "GeoBox", "GeoPoint", "Highlight", "Hit", "HitsSelection",
        "SearchBusError", "ViewPhase", "ViewWarning",
    ]
    /// Types that are handed on as JSON.
    private static let json: Set<String> = ["Filter", "FilterGroup", "HitTemplate"]
    /// Types whose interactors are classes of their own.
    private static let ownInteractors: Set<String> = [
        "autocomplete", "geo-hits", "hits", "multi-hits", "query-rule-data", "related-items",
    ]
    /// The classes of the other interactors, where it is not `WidgetInteractor`.
    private static let classes = [
        "date-range": "RangeInteractor", "filter-toggle": "HandleInteractor", "histogram": "RangeInteractor",
        "number": "HandleInteractor", "number-range": "RangeInteractor", "rating-menu": "HandleInteractor",
        "search-box": "QueryInteractor",
    ]
    /// The names of interactors that are those of InstantSearch.
    private static let names = [
        "clear-filters": "FilterClear", "dynamic-facets": "DynamicFacetList", "hierarchical-menu": "Hierarchical",
        "refinement-list": "FacetList", "segmented": "FilterMap",
    ]
    /// Types with a controller of their own, which the interactor's `connectController` takes.
    private static let withController: Set<String> = [
        "autocomplete", "breadcrumb", "clear-filters", "configure", "current-filters", "date-range", "dynamic-facets",
        "filter-toggle", "history", "multi-hits", "pagination", "query-suggestions", "rating-menu", "saved-searches",
    ]
    private static let keywords: Set<String> = ["case", "default", "for", "in", "is", "operator", "repeat", "where"]

    private let widgets: [WidgetDeclaration]
    private let types: DeclaredTypes
    private let isOwn: Bool
    private var out = PrintedLines()

    /// - Parameters:
    ///   - widgets: The widget types.
    ///   - known: Types that `SearchClient` has already: empty for its own.
    public init(_ widgets: [WidgetDeclaration], besides known: [WidgetDeclaration] = []) {
        self.widgets = widgets
        isOwn = known.isEmpty
        types = DeclaredTypes(widgets, besides: DeclaredTypes(known).names.union(Self.ownTypes).union(Self.json))
    }

    public var source: String {
        var printer = self
        printer.printAll()
        return printer.out.text
    }

    private mutating func printAll() {
        if isOwn { out.add(0, "// SPDX-License-Identifier: MIT", "") }
        out.add(0, "// Printed by `searchbus widgets --swift` from what the widget types declare; do not edit.")
        out.space()
        if !isOwn { out.add(0, "import SearchClient") }
        out.add(0, "import Wire")
        for type in types.types where !type.type.isParameter { printType(type) }
        for widget in widgets where !Self.ownViews.contains(widget.view) { printView(widget) }
        for widget in widgets where !widget.intents.isEmpty { printIntents(widget) }
        if isOwn { printTable() }
        for widget in widgets { printInteractor(widget) }
    }

    private mutating func comment(_ level: Int, _ text: String) {
        let sentences = PrintedLines.sentences(text)
        for (index, sentence) in sentences.enumerated() {
            if index > 0 { out.add(level, "///") }
            for line in PrintedLines.wrapped(sentence, at: Self.width - 4 - 4 * level) { out.add(level, "/// \(line)") }
        }
    }

    // MARK: Named types

    private mutating func printType(_ declared: DeclaredTypes.Declared) {
        let path = declared.type.name.split(separator: ".").map(String.init)
        let level = path.count - 1
        out.space()
        if level > 0 { out.add(0, "extension \(path[0]) {") }
        comment(level, declared.type.summary)
        switch declared.schema {
        case .choice(let words): printChoice(level, path[level], words, declared.type.words)
        case .object(let members, _): printStruct(level, path[level], "ViewObject", members, hasInit: true)
        default: out.add(level, "public typealias \(path[level]) = \(type(of: declared.schema))")
        }
        if level > 0 { out.add(0, "}") }
    }

    private mutating func printChoice(_ level: Int, _ name: String, _ words: [String], _ notes: [String: String]) {
        out.add(level, "public enum \(name): String, ViewValue, IntentValue, Hashable, CaseIterable {")
        for word in words {
            if let note = notes[word] { comment(level + 1, note) }
            let name = WidgetDeclaration.memberName(word)
            out.add(level + 1, name == word ? "case \(Self.escaped(name))" : "case \(Self.escaped(name)) = \"\(word)\"")
        }
        out.add(level, "}")
    }

    private mutating func printView(_ widget: WidgetDeclaration) {
        out.space()
        comment(0, "The view of a widget of the type `\(widget.type)`. \(widget.summary)")
        printStruct(0, widget.view, "PhasedView", Schema.viewMembers(widget.members), hasInit: false)
    }

    /// Prints a structure; one with a phase has a `status`, which holds what every view says of its search.
    private mutating func printStruct(
        _ level: Int,
        _ name: String,
        _ base: String,
        _ members: [Schema.Member],
        hasInit: Bool
    ) {
        let hasStatus = members.contains { $0.schema == .phase && $0.name == "phase" }
        let members = members.filter { !(hasStatus && Self.statusMembers.contains($0.name)) && !Self.isSelection($0) }
        let parameters = Schema.object(members).parameters.map(\.name)
        let generic = parameters.map { "\($0): Decodable & Sendable" }.joined(separator: ", ")
        let conformances = parameters.isEmpty ? "\(base), Hashable" : base
        out.add(level, "public struct \(name)\(generic.isEmpty ? "" : "<\(generic)>"): \(conformances) {")
        if hasStatus {
            comment(level + 1, "The state of the search.")
            out.add(level + 1, "public let status: ViewStatus")
        }
        for member in members {
            comment(level + 1, member.summary)
            out.add(level + 1, "public let \(Self.escaped(member.property)): \(property(member))")
        }
        if hasInit && !hasStatus { printMemberwiseInit(level + 1, members) }
        out.space()
        out.add(level + 1, "public init(json: JSON) throws {")
        if hasStatus { out.add(level + 2, "status = try ViewStatus(json: json)") }
        for member in members {
            out.add(level + 2, "\(Self.escaped(member.property)) = \(reading(member))")
        }
        out.add(level + 1, "}")
        out.add(level, "}")
        for conformance in parameters.isEmpty ? [] : ["Equatable", "Hashable"] {
            if conformance == "Equatable" { out.space() }
            let condition = parameters.map { "\($0): \(conformance)" }.joined(separator: ", ")
            out.add(level, "extension \(name): \(conformance) where \(condition) {}")
        }
    }

    private mutating func printMemberwiseInit(_ level: Int, _ members: [Schema.Member]) {
        out.space()
        let arguments = members.map { "\(Self.escaped($0.property)): \(property($0))" }
        out.addCall(level, "public init", arguments, " {", width: Self.width)
        for member in members {
            out.add(level + 1, "self.\(member.property) = \(Self.escaped(member.property))")
        }
        out.add(level, "}")
    }

    private static let statusMembers: Set<String> = ["phase", "stale", "error", "warning"]

    /// Whether the member says that an item is selected, which `SelectableItem` holds.
    private static func isSelection(_ member: Schema.Member) -> Bool {
        member.name == "selected" && member.property == "selected" && member.schema == .boolean
    }

    private static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    // MARK: Members

    /// The type of a property: what may be null or missing is optional, but for lists and flags.
    private func property(_ member: Schema.Member) -> String {
        let type = type(of: member.schema)
        return member.isRequired || type.hasSuffix("?") || Self.isEmptyWhereMissing(member) ? type : type + "?"
    }

    private static func isEmptyWhereMissing(_ member: Schema.Member) -> Bool {
        switch member.schema {
        case .boolean, .list: !member.isRequired
        default: false
        }
    }

    private func reading(_ member: Schema.Member) -> String {
        let name = "\"\(member.name)\""
        let isNullable: Bool
        let schema: Schema
        if case .nullable(let inner) = member.schema {
            (isNullable, schema) = (true, inner)
        } else {
            (isNullable, schema) = (false, member.schema)
        }
        let kind = jsonKind(schema).map { ", as: .\($0)" } ?? ""
        if case .named(let type, _) = schema, type.isParameter {
            return "try json.\(member.isRequired ? "record" : "optionalRecord")(\(name))"
        }
        if member.isRequired { return "try json.\(isNullable ? "nullableMember" : "member")(\(name)\(kind))" }
        let read = "try json.optionalMember(\(name)\(kind))"
        guard Self.isEmptyWhereMissing(member) else { return read }
        return read + (member.schema == .boolean ? " ?? false" : " ?? []")
    }

    /// What kind of JSON a value is that is handed on as such.
    private func jsonKind(_ schema: Schema) -> String? {
        guard type(of: schema) == "JSON" else { return nil }
        return switch schema.unnamed {
        case .value: "value"
        case .object: "object"
        default: "any"
        }
    }

    private func type(of schema: Schema) -> String {
        switch schema {
        case .any, .value, .oneOf: "JSON"
        case .text, .attribute, .part, .choice: "String"
        case .boolean: "Bool"
        case .integer: "Int"
        case .number: "Double"
        case .range(isOpen: false): "ClosedRange<Double>"
        case .range(isOpen: true): "RangeSelection"
        case .list(let element, _):
            "[\(Self.isSelectable(element) ? "SelectableItem<\(type(of: element))>" : type(of: element))]"
        case .map, .object([], isOpen: true): "[String: JSON]"
        case .object, .tuple: "JSON"
        case .nullable(let schema): type(of: schema) + "?"
        case .named(let name, _) where Self.json.contains(name.name): "JSON"
        case .named(let name, let schema): name.name + arguments(of: name, schema)
        }
    }

    /// The arguments of a generic type: the types that a program chooses; of `Hit`, without a choice, any record.
    private func arguments(of name: Schema.TypeName, _ schema: Schema) -> String {
        if name.isParameter { return "" }
        let parameters = schema.parameters.map(\.name)
        if parameters.isEmpty { return name.name == "Hit" ? "<AnyRecord>" : "" }
        return "<\(parameters.joined(separator: ", "))>"
    }

    private static func isSelectable(_ schema: Schema) -> Bool {
        guard case .named(_, .object(let members, _)) = schema else { return false }
        return members.contains(where: isSelection)
    }

    // MARK: Intents

    private mutating func printIntents(_ widget: WidgetDeclaration) {
        let parameters = Schema.object(widget.members).parameters.map(\.name)
        let view = widget.view + (parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>")
        out.space()
        out.add(0, "extension WidgetIntent\(parameters.isEmpty ? " where View == \(view)" : "") {")
        for (index, intent) in widget.intents.enumerated() {
            if index > 0 { out.space() }
            comment(1, intent.summary.isEmpty ? "The intent `\(intent.name)`." : intent.summary)
            let generic = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
            let head = "public static func \(Self.escaped(WidgetDeclaration.memberName(intent.name)))\(generic)"
            let condition = parameters.isEmpty ? "" : " where View == \(view)"
            out.addCall(1, head, intent.data.map(argument), " -> Self\(condition) {", width: Self.width)
            let data = intent.data.map { member in
                let name = Self.escaped(member.name)
                return "\"\(member.name)\": \(name)\(member.isRequired && member.schema.isNullable ? ".orNull" : "")"
            }
            out.addIntent(2, intent.name, data, width: Self.width)
            out.add(1, "}")
        }
        out.add(0, "}")
    }

    private mutating func printTable() {
        out.space()
        comment(0, "The widget types that come with SearchBus.")
        out.add(0, "public enum WidgetTypes {")
        comment(1, "The type of the views of each widget type; records are of any type.")
        out.add(1, "public static let views: [String: any WidgetView.Type] = [")
        for widget in widgets {
            let parameters = Schema.object(widget.members).parameters.map { _ in "AnyRecord" }
            let generic = parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>"
            out.add(2, "\"\(widget.type)\": \(widget.view)\(generic).self,")
        }
        out.add(1, "]")
        out.add(0, "}")
    }

    private mutating func printInteractor(_ widget: WidgetDeclaration) {
        let name = Self.names[widget.type] ?? widget.name
        if !Self.ownInteractors.contains(widget.type) { printAliases(widget, name) }
        guard Self.withController.contains(widget.type) else { return }
        out.space()
        out.add(0, "extension WidgetConnector where Interactor == \(name)Interactor {")
        comment(1, "Connects a controller that draws the widget.")
        let controller = "controller: some \(name)Controller"
        out.addCall(
            1,
            "public convenience init",
            ["session: SearchSession", "widget: String", controller],
            " {",
            width: Self.width
        )
        out.add(2, "let interactor = Interactor(session: session, widget: widget)")
        out.add(2, "self.init(interactor, interactor.connectController(controller))")
        out.add(1, "}")
        out.add(0, "}")
    }

    private mutating func printAliases(_ widget: WidgetDeclaration, _ name: String) {
        out.space()
        comment(0, "A widget of the type `\(widget.type)`. \(widget.summary)")
        let base = Self.classes[widget.type] ?? "WidgetInteractor"
        out.add(0, "public typealias \(name)Interactor = \(base)<\(widget.view)>")
        out.space()
        comment(
            0,
            "A widget of the type `\(widget.type)` of a session, and a controller, connected while this is held."
        )
        out.add(0, "public typealias \(name)Connector = WidgetConnector<\(name)Interactor>")
    }

    private func argument(_ member: Schema.Member) -> String {
        var type = type(of: member.schema)
        // What is sent needs no type of its own where the declaration has none.
        if type == "[String: JSON]" { type = "JSON" }
        if !member.isRequired { type += type.hasSuffix("?") ? " = nil" : "? = nil" }
        return "\(member.name): \(type)"
    }
}

extension Schema {
    var isNullable: Bool {
        if case .nullable = self { true } else { false }
    }
}

extension PrintedLines {
    /// Adds the head of a function, on one line where it fits.
    mutating func addCall(_ level: Int, _ head: String, _ arguments: [String], _ tail: String, width: Int) {
        let line = "\(head)(\(arguments.joined(separator: ", ")))\(tail)"
        if arguments.isEmpty || line.count + 4 * level <= width { return add(level, line) }
        add(level, "\(head)(")
        for (index, argument) in arguments.enumerated() {
            add(level + 1, argument + (index < arguments.count - 1 ? "," : ""))
        }
        add(level, ")\(tail)")
    }

    mutating func addIntent(_ level: Int, _ name: String, _ data: [String], width: Int) {
        let line = data.isEmpty ? "Self(\"\(name)\")" : "Self(\"\(name)\", [\(data.joined(separator: ", "))])"
        if line.count + 4 * level <= width { return add(level, line) }
        add(level, "Self(", "    \"\(name)\",", "    [")
        for member in data { add(level + 2, "\(member),") }
        add(level, "    ]", ")")
    }
}
