// SPDX-License-Identifier: MIT

import Bus
import BusTesting
import Components
import Interactors
import Wire

/// A component that records the words that it receives, by session, and shows them.
///
/// It reads `intent/NAME/` (`name` or another) and understands `add` (`word`), `nothing`, `nonsense`, `large` (a view that
/// no log takes), `pages` (`from`, `count`) and `later` (a word when the deadline has come).
struct Notebook: SessionFold {
    struct State: Sendable {
        var words: [String] = []
        var isLarge = false
        var deadline: Instant?
        var view = Published()
    }

    let name: String
    let inputs: [TopicPrefix]
    let memories: [TopicPrefix]
    let roster: [TopicPrefix]
    var configuration = ""
    var takesOneOffs = false
    var onFold: @Sendable (Event) throws -> Void = { _ in }
    var onConclude: @Sendable (String) -> Void = { _ in }

    var source: String { "/notebook/\(name)" }

    init(
        _ name: String,
        reading topics: [String]? = nil,
        more: [TopicPrefix] = [],
        remembering memories: [TopicPrefix] = []
    ) {
        self.name = name
        inputs = (topics ?? [name]).map { TopicPrefix(.intent, $0) } + more
        self.memories = [TopicPrefix(.view, name)] + more + memories
        roster = [memories.first ?? TopicPrefix(.view, name)]
    }

    func restore(session: String, from events: [Incoming], at now: Instant) throws -> State {
        var state = State()
        for event in events where event.event.topic.kind == .view {
            state.words = try event.data()["words"]?.array?.compactMap(\.string) ?? []
            state.view = Published(event.event.dataBytes)
        }
        return state
    }

    func fold(_ state: inout State, _ event: Incoming, at now: Instant) throws -> [Output] {
        try onFold(event.event)
        let intent = try event.intent()
        state.isLarge = intent.type == "large"
        switch intent.type {
        case "add": state.words.append(try intent.data.requiredString("word"))
        case "nothing": return []
        case "later": state.deadline = now.advanced(by: .milliseconds(20))
        case "pages":
            let from = try intent.data.requiredInt("from")
            return (from..<(from + (try intent.data.requiredInt("count")))).map { number in
                Output(
                    .view,
                    "\(name).\(number)",
                    type: "searchbus.view.page",
                    data: Array("{\"page\":\(number)}".utf8)
                )
            }
        case "large": break
        default: throw JSONError("unknown intent `\(intent.type)`")
        }
        return [.outcome(.applied, of: event.event, by: name)]
    }

    func revisit(_ state: inout State, _ event: Incoming?, at now: Instant) throws -> [Output] {
        state.words.append(event.map { "index \($0.event.topic.component)" } ?? "revisited \(configuration)")
        return []
    }

    func upkeep(of state: State) -> SessionUpkeep {
        var upkeep = SessionUpkeep(size: 1_000)
        upkeep.deadline = state.deadline
        return upkeep
    }

    func pass(_ state: inout State, at now: Instant) -> [Output] {
        state.deadline = nil
        state.words.append("late")
        return []
    }

    func conclude(_ state: inout State, session: String) -> [Output] {
        onConclude(session)
        // Without a word there is no view.
        guard !state.words.isEmpty || state.isLarge else { return [] }
        var view: JSONObject = JSONObject([("words", JSON(state.words))])
        if state.isLarge { view["filling"] = .string(String(repeating: "x", count: 1_100_000)) }
        let bytes = JSON.object(view).bytes
        guard state.view.update(bytes) else { return [] }
        return [Output(.view, name, type: "searchbus.view.notebook", data: bytes)]
    }

    func substitute(for output: Output, refusedFor error: SearchBusError) -> Output? {
        guard output.kind == .view else { return nil }
        return Output(
            .view,
            output.component,
            type: output.type,
            data: Array("{\"refused\":\"\(error.code.rawValue)\"}".utf8)
        )
    }
}
