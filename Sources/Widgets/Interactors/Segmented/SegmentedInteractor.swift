// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Named filters of which one at a time holds, like the segments of a control.
///
/// Choosing the segment that is chosen keeps it. A segment may stand for no filter.
public struct SegmentedInteractor: Interactor {
    public struct State: Sendable, Hashable {
        var isReady = false
        /// Those of the filters that the filter state holds.
        var inForce: Set<Filter> = []
    }

    private struct Segment {
        let key: String
        let label: String
        let filter: Filter?
    }

    public static let type = "segmented"
    public static let summary = "Named filters of which one at a time holds."
    public static let place = WidgetPlace.side
    public static let intents = [
        IntentDeclaration(
            "select",
            "Chooses a segment; null for none.",
            data: [Schema.Member("key", .nullable(keySchema), isRequired: true, "The segment's key.")]
        )
    ]
    public static let viewMembers: [Schema.Member]? = [
        Schema.Member("title", .text, isRequired: true, "The displayed title."),
        .list(
            "items",
            of: "FilterSegment",
            "A named filter of which one at a time holds.",
            [
                Schema.Member("label", .text, isRequired: true, "The segment as displayed."),
                Schema.Member("key", .text, isRequired: true, "The segment's key."),
                Schema.Member("selected", .boolean, isRequired: true, "Whether it is the one chosen."),
            ],
            "The segments in order."
        ),
        Schema.Member("selected", .nullable(.text), isRequired: true, "The key of the segment chosen."),
    ]
    public static let connections: WidgetConnections = .filterState
    public static let parts: ResponseParts = []
    public static let parameters =
        [
            Parameter(
                "items",
                .map(
                    .object([
                        Schema.Member("filter", .givenFilter, "The filter of the segment; none by default."),
                        LabelledFilter.labelMember,
                    ])
                ),
                isRequired: true,
                "The segments by their keys, which are texts or whole numbers."
            ),
            Parameter("selected", keySchema, "The key of the segment that is chosen when a session starts."),
        ] + GivenFilters.parameters(defaultOperator: .or)

    private static let keySchema = Schema.oneOf([.integer, .text(maximum: 256)])
    private static let most = 100

    private let own: GivenFilters
    private let title: String
    private let segments: [Segment]
    private let initialFilter: Filter?

    public init(_ widget: WidgetConfiguration) throws {
        let values = try ParameterValues(widget, Self.parameters)
        let items = values["items"].object?.members ?? []
        guard (1...Self.most).contains(items.count) else {
            throw ParameterError("items", "has not 1 to \(Self.most) segments")
        }
        segments = try items.map { item in
            guard item.key.utf8.count <= 256 else { throw ParameterError("items", "has a key of more than 256 bytes") }
            let filter = try ParameterError.reading("items") { try item.value["filter"].map { try Filter(json: $0) } }
            return Segment(
                key: item.key,
                label: item.value["label"]?.string ?? filter?.label ?? item.key,
                filter: filter
            )
        }
        let filters = segments.compactMap(\.filter)
        guard Set(filters).count == filters.count, segments.count - filters.count <= 1 else {
            throw ParameterError("items", "has two segments that are the same")
        }
        own = try GivenFilters(widget, values, filters)
        title = widget.title ?? own.group.name
        guard !values["selected"].isNull else {
            initialFilter = nil
            return
        }
        let key = values["selected"].label
        guard let segment = segments.first(where: { $0.key == key }) else {
            throw ParameterError("selected", "is not a segment: \(segments.map(\.key).joined(separator: ", "))")
        }
        initialFilter = segment.filter
    }

    public var initialState: State { State() }

    public var initialFilters: [InitialFilter] { own.initial(initialFilter.map { [$0] } ?? []) }

    public var permalinkKeys: [PermalinkScheme.Key] { own.permalinkKeys }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        let key = try intent.data.present("key")
        guard !key.isNull else { return try own.set([], &session) }
        guard let segment = segments.first(where: { $0.key == key.label }) else {
            throw JSONError("`key` is not one of: \(segments.map(\.key).joined(separator: ", "))")
        }
        try own.set(segment.filter.map { [$0] } ?? [], &session)
    }

    public func fold(_ state: inout State, _ input: Input) -> Effects {
        if case .filters(let filters) = input { state = State(isReady: true, inForce: own.inForce(in: filters)) }
        return .none
    }

    public func view(_ state: State) -> JSON {
        // Others may have set several; the first in order is shown then.
        let chosen = segments.first { segment in
            segment.filter.map { state.inForce.contains($0) } ?? state.inForce.isEmpty
        }
        return [
            "phase": state.isReady ? "ready" : "idle",
            "title": .string(title),
            "items": .array(
                segments.map { segment in
                    [
                        "key": .string(segment.key), "label": .string(segment.label),
                        "selected": .bool(segment.key == chosen?.key),
                    ]
                }
            ),
            "selected": (chosen?.key).map(JSON.string) ?? .null,
        ]
    }
}
