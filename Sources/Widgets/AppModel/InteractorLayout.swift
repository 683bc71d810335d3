// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Which widgets share a process.
///
/// It changes nothing on the bus: the same events, the same cursors.
public enum InteractorLayout: Sendable, Hashable {
    /// A group of widgets that share a process; the others have one each.
    public struct Group: Sendable, Hashable {
        public var name: String
        public var widgets: [String]

        public init(name: String, widgets: [String]) {
            self.name = name
            self.widgets = widgets
        }
    }

    /// A process for each widget.
    case each
    /// One process for all.
    case together
    /// A process for each group, and for each widget that is in none.
    case groups([Group])

    /// The maximum number of widgets of a process: as many cursors as an append moves.
    public static let maximumWidgets = 128

    /// The words of an app file for the layouts without groups.
    public static let words = ["each", "together"]

    /// Reads a word of an app file; `nil` for any other.
    public init?(word: String) {
        switch word {
        case "each": self = .each
        case "together": self = .together
        default: return nil
        }
    }
}

extension InteractorLayout: RecordValue {
    public init?(record json: JSON) {
        guard Self.recordSchema.problem(with: json) == nil else { return nil }
        guard let groups = json["groups"]?.object else {
            self.init(word: json.string ?? "")
            return
        }
        self = .groups(groups.members.map { Group(name: $0.key, widgets: [String](record: $0.value) ?? []) })
    }

    public var recordJSON: JSON? {
        switch self {
        case .each: "each"
        case .together: "together"
        case .groups(let groups): ["groups": .object(JSONObject(groups.map { ($0.name, JSON($0.widgets)) }))]
        }
    }

    public static var recordSchema: Schema {
        .oneOf([
            .choice(words), .object([Schema.Member("groups", .map(.texts), isRequired: true, "The groups, by name.")]),
        ])
    }
}

extension App {
    /// The processes of the widgets that come with SearchBus, each with the widgets that it runs.
    ///
    /// A process of one widget is `interactor-WIDGET`, that of a group `interactors-GROUP`, that of all `interactors`.
    public var interactorWorkers: [(name: String, widgets: [String])] {
        let names = widgets.filter(\.isBuiltIn).map(\.name)
        func alone(_ name: String) -> (name: String, widgets: [String]) {
            (WorkerKind.interactor.process(name), [name])
        }
        switch interactors {
        case .each: return names.map(alone)
        case .together: return names.isEmpty ? [] : [(WorkerKind.interactors.name, names)]
        case .groups(let groups):
            let known = Set(names)
            let shared = groups.map {
                (name: WorkerKind.interactors.process($0.name), widgets: $0.widgets.filter(known.contains))
            }
            let grouped = Set(groups.flatMap(\.widgets))
            return shared.filter { !$0.widgets.isEmpty } + names.filter { !grouped.contains($0) }.map(alone)
        }
    }
}
