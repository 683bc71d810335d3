// SPDX-License-Identifier: MIT

import Bus
import Wire

/// The screen of a session as a fold over its events, and whether more is to come.
public struct SessionScreen: Sendable {
    private static let awaitingPhases: Set<String> = ["loading", "stalled"]
    private static let awaitingMembers = ["loadingMore", "loadingPrevious"]

    /// The views by widget, as cases compare them.
    public private(set) var views: [String: JSON] = [:]
    /// The outcomes of intents, by the id of the intent.
    public private(set) var outcomes: [String: OutcomeData] = [:]
    private var requested: [String: Int] = [:]
    private var answered: [String: Int] = [:]
    private var awaiting: Set<String> = []

    public init() {}

    /// Whether every search has its results, and no widget waits for any.
    public var isAtRest: Bool {
        awaiting.isEmpty && requested.allSatisfy { answered[$0.key, default: -1] >= $0.value }
    }

    /// Takes the session's next event.
    ///
    /// - Returns: The widget whose view has changed.
    /// - Throws: `JSONError` for an event that is invalid.
    public mutating func take(_ event: Event) throws -> String? {
        let name = event.topic.component
        switch event.topic.kind {
        case .view:
            return take(try event.data(), of: name)
        case .request:
            for member in try event.data()["members"]?.object?.members ?? [] {
                let isWanted = member.value["search"]?.bool ?? false
                requested[member.key] = isWanted ? member.value["number"]?.int : nil
            }
        case .results:
            note(try event.data()["request"]?.int, of: name)
        case .search where event.typeSuffix == "failed":
            note(try event.data()["request"]?.int, of: name)
        case .outcome:
            if let outcome = OutcomeData(event), let intent = outcome.intent { outcomes[intent] = outcome }
        default: break
        }
        return nil
    }

    private mutating func take(_ view: JSON, of widget: String) -> String? {
        let isAwaiting =
            Self.awaitingPhases.contains(view["phase"]?.string ?? "")
            || Self.awaitingMembers.contains { view[$0]?.bool == true }
        if isAwaiting { awaiting.insert(widget) } else { awaiting.remove(widget) }
        let view = Self.comparable(view)
        guard views[widget] != view else { return nil }
        views[widget] = view
        return widget
    }

    private mutating func note(_ request: Int?, of searcher: String) {
        guard let request else { return }
        answered[searcher] = max(answered[searcher] ?? request, request)
    }

    /// A view without what differs from run to run: how long the search took, the text with that time, and the number of the list.
    public static func comparable(_ view: JSON) -> JSON {
        guard var object = view.object else { return view }
        if object["processingTimeMS"]?.double != nil {
            object["processingTimeMS"] = nil
            object["text"] = nil
        }
        if object["list"]?.int != nil { object["list"] = nil }
        return .object(object)
    }
}
