// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel
import Wire

/// The logic of a widget type: a pure fold over what happens in a session.
///
/// An interactor is a value made once from the app file; it holds the widget's parameters and no session's state. The
/// host owns the states, calls `fold` for each input in the order of the log, and appends what comes out: the effects,
/// the view if it changed, and the saved remainder if that changed. Nothing in here may look at a clock, a file or a
/// random number.
public protocol Interactor: Sendable {
    /// What the widget knows about one session.
    associatedtype State: Sendable

    /// The name of the widget type in the app file and in event types, such as `number-range`.
    static var type: String { get }

    /// The intents that the widget understands.
    static var intents: [String] { get }

    /// The parameters that the app file may give, beyond `type`, `searcher`, `filterState`, `title` and `place`.
    static var parameters: [Parameter] { get }

    /// What the widget must be connected to.
    static var connections: WidgetConnections { get }

    /// The parts of a response that the widget looks at; it is spared the parsing of the others, which it sees empty.
    static var parts: ResponseParts { get }

    /// What the widget writes to beside its own topics, for the picture of the system.
    static var asks: WidgetConnections { get }

    /// Makes the interactor.
    ///
    /// - Throws: `ParameterError` for a parameter whose value makes no sense.
    init(_ widget: WidgetConfiguration) throws

    /// The state of a session in which nothing has happened yet.
    var initialState: State { get }

    /// Takes one input in and says what follows from it.
    func fold(_ state: inout State, _ input: Input) -> Effects

    /// The whole of what a controller draws: an object with `phase` and the widget's own members.
    func view(_ state: State) -> JSON

    /// What must be kept for a restart beyond the last view; `nil` where the view says it all.
    ///
    /// A `nil` is nothing to write down: the host may hand an older remainder to `restore` after it.
    func save(_ state: State) -> JSON?

    /// The state that `save` and `view` were taken from; called when the host has forgotten a session or was restarted.
    ///
    /// The host adds to `saved` what the log says of the widget's searches; `SearchPhase(saved:view:)` reads it.
    func restore(saved: JSON?, view: JSON?) -> State

    /// The filters that the widget's initial selection puts into its filter state when a session starts.
    var initialFilters: [InitialFilter] { get }

    /// What the widget wants its searcher to count.
    var needs: SearchNeeds { get }
}

extension Interactor {
    public static var intents: [String] { [] }
    public static var parameters: [Parameter] { [] }
    public static var parts: ResponseParts { .all }
    public static var asks: WidgetConnections { [] }
    public var initialFilters: [InitialFilter] { [] }
    public var needs: SearchNeeds { SearchNeeds() }
    public func save(_ state: State) -> JSON? { nil }
}

/// A filter that is in force from a session's start.
public struct InitialFilter: Sendable, Hashable {
    /// The group that the filter goes into.
    public let group: FilterGroup.ID
    /// The filter.
    public let filter: Filter

    public init(group: FilterGroup.ID, filter: Filter) {
        self.group = group
        self.filter = filter
    }
}

/// What a widget wants a searcher to count beside the hits.
public struct SearchNeeds: Sendable, Hashable {
    /// The attributes whose values are counted.
    public var facets: Set<String>
    /// The attributes whose lowest and highest number is wanted.
    public var stats: Set<String>
    /// How many values of a facet the widget can list; 0 where it lists none.
    public var valuesPerFacet: Int

    public init(facets: Set<String> = [], stats: Set<String> = [], valuesPerFacet: Int = 0) {
        self.facets = facets
        self.stats = stats
        self.valuesPerFacet = valuesPerFacet
    }

    /// Adds what another widget wants of the same searcher.
    public mutating func formUnion(_ other: SearchNeeds) {
        facets.formUnion(other.facets)
        stats.formUnion(other.stats)
        valuesPerFacet = max(valuesPerFacet, other.valuesPerFacet)
    }
}
