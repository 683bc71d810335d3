// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The logic of a widget type, pure: what an intent to it means, and what it shows.
///
/// An interactor is a value made once from the app file; it holds the widget's parameters and no session's state. It has two
/// halves that run in different processes. What an intent *means*, `change`, is carried out by the state store, which owns
/// what a session asks for, so that a toggle is decided from the current state. What the widget *shows* is a fold: its worker owns
/// the states, calls `fold` for each input in the order of the log, and appends what comes out: the effects, the view if it
/// changed, and the saved remainder if that changed. Nothing in here may look at a clock, a file or a random number.
public protocol Interactor: Sendable {
    /// What the widget shows of one session.
    associatedtype State: Sendable

    // MARK: What the type declares
    // Checks of app files and intents, the reference, the schemas that programs get and the tests of every type follow from it.

    /// The name of the widget type in the app file and in event types, such as `number-range`.
    static var type: String { get }

    /// What the widget is, in one sentence.
    static var summary: String { get }

    /// The intents that the widget understands, with the types of their data.
    static var intents: [IntentDeclaration] { get }

    /// The parameters that the app file may give, beyond `type`, `searcher`, `filterState`, `title` and `place`.
    static var parameters: [Parameter] { get }

    /// The members of its view, beside `phase`, `stale`, `error` and `warning`; `nil` where the type does not say.
    static var viewMembers: [Schema.Member]? { get }

    /// The default place of a widget of the type on the page.
    static var place: WidgetPlace { get }

    /// What the widget must be connected to.
    static var connections: WidgetConnections { get }

    /// The parts of a response that the widget looks at; it is spared the parsing of the others, which it sees empty.
    static var parts: ResponseParts { get }

    /// What the widget's own intents and answers ask for, for the picture of the system.
    static var asks: WidgetConnections { get }

    /// Makes the interactor.
    ///
    /// - Throws: `ParameterError` for a parameter with an invalid value.
    init(_ widget: WidgetConfiguration) throws

    // MARK: What an intent means

    /// The intents that the widget folds itself: those that only change how it shows, or whose meaning needs the results.
    ///
    /// All others are carried out by the state store with `change`. A widget that runs outside of SearchBus folds all of
    /// its intents, whatever this says.
    var ownIntents: Set<String> { get }

    /// What an intent that is not the widget's own means: the change of what the session asks for.
    ///
    /// - Throws: Any error for an invalid intent; its text becomes the reason of the rejection.
    func change(_ session: inout SessionEdit, for intent: Intent) throws

    // MARK: What it shows

    /// The state of a session in which nothing has happened yet.
    var initialState: State { get }

    /// Takes one input in and says what follows from it.
    func fold(_ state: inout State, _ input: Input) -> Effects

    /// The whole of what a controller draws: an object with `phase` and the widget's own members.
    func view(_ state: State) -> JSON

    /// Whether an answer is awaited that is not reported as slow yet; after a while the host folds `overdue`.
    func isWaiting(_ state: State) -> Bool

    /// Whether the widget shows what a request says, and not only the answer; otherwise it may get a request with the answer, or
    /// 20 ms late.
    var showsRequests: Bool { get }

    /// What must be kept for a restart beyond what the log has anyhow; `nil` where there is nothing.
    ///
    /// A `nil` is nothing to write down: the host may hand an older remainder to `restore` after it.
    func save(_ state: State) -> JSON?

    /// Brings back what the log has in no other place, from what `save` and `view` said last.
    ///
    /// Called after a restart, when the host has folded the session's last filters, request, progress and results into the
    /// initial state; that is all that most widgets need.
    func restore(_ state: inout State, saved: JSON?, view: JSON?)

    // MARK: What it needs

    /// The filters that the widget's initial selection puts into its filter state when a session starts.
    var initialFilters: [InitialFilter] { get }

    /// Puts what a session starts with into its searchers, beside the initial filters; called once, on a state without filters.
    func prepare(_ session: inout SessionEdit)

    /// The names under which links have the widget's filters.
    var permalinkKeys: [PermalinkScheme.Key] { get }

    /// What the widget wants its searcher to count.
    var needs: SearchNeeds { get }

    /// The attributes whose counted values and bounds the widget looks at; `nil` for all.
    ///
    /// It is spared the parsing of the others, which it does not see.
    var countedAttributes: Set<String>? { get }

    /// The indexes that the widget lets people choose for its searcher.
    var indexes: [String] { get }
}

extension Interactor {
    public static var summary: String { "" }
    public static var viewMembers: [Schema.Member]? { nil }
    public static var place: WidgetPlace { .main }
    public static var parameters: [Parameter] { [] }
    public static var parts: ResponseParts { .all }
    public static var asks: WidgetConnections { [] }
    public var ownIntents: Set<String> { [] }
    public var initialFilters: [InitialFilter] { [] }
    public func prepare(_ session: inout SessionEdit) {}
    public var permalinkKeys: [PermalinkScheme.Key] { [] }
    public var needs: SearchNeeds { SearchNeeds() }
    public var countedAttributes: Set<String>? { nil }
    public var indexes: [String] { [] }
    public func isWaiting(_ state: State) -> Bool { false }
    public var showsRequests: Bool { true }
    public func save(_ state: State) -> JSON? { nil }
    public func restore(_ state: inout State, saved: JSON?, view: JSON?) {}

    /// The state of a session that was forgotten.
    ///
    /// - Parameters:
    ///   - inputs: The last filters, request, progress and results of each kind, in the order of the log.
    ///   - saved: What `save` said last, if it ever did.
    ///   - view: The last view.
    /// - Returns: The state in which it was when these were written.
    public func restored(from inputs: [Input], saved: JSON?, view: JSON?) -> State {
        var state = initialState
        for input in inputs { _ = fold(&state, input) }
        restore(&state, saved: saved, view: view)
        return state
    }

    public func change(_ session: inout SessionEdit, for intent: Intent) throws {
        throw SearchBusError.unknown(intent, to: Self.self)
    }
}

extension SearchBusError {
    /// The widget does not understand the intent.
    static func unknown(_ intent: Intent, to interactor: (some Interactor).Type) -> SearchBusError {
        let known = interactor.intents.map(\.name).joined(separator: ", ")
        return SearchBusError(
            .invalidIntent,
            "a `\(interactor.type)` widget does not understand `\(intent.type)`",
            remedy: known.isEmpty ? "It accepts no intents." : "Send one of: \(known)."
        )
    }
}
