// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Components
import Interactors
import Wire

/// Answers those who ask by Algolia's interface: every request, once.
///
/// It keeps nothing: the cursor stays before the oldest request that has no answer, and an answer says which requests before
/// it are still open. So one that is killed answers after its restart, whatever was asked for, and nothing twice.
public struct QuestionFold: SessionFold {
    public typealias State = QuestionStateMachine

    /// The component part of the topics, and the name of the component.
    public static let component = AlgoliaQuestion.component

    public let name = QuestionFold.component
    public let source = "/searcher/\(QuestionFold.component)"
    public let inputs = [TopicPrefix(.request, QuestionFold.component)]
    public let memories = [TopicPrefix(.results, QuestionFold.component)]
    public let parts: ResponseParts = []
    private let engine: QuestionEngine

    /// Makes the fold.
    ///
    /// - Parameter engine: What knows the answers.
    public init(_ engine: QuestionEngine) {
        self.engine = engine
    }

    public func restore(session: String, from events: [Incoming], at now: Instant) throws -> State {
        guard let answer = events.last(where: { $0.event.topic.kind == .results }),
            let data = try? JSON(parsing: answer.event.dataBytes, emptying: ["results"]),
            let request = data["request"]?.int.flatMap(SequenceNumber.init(checking:))
        else { return State() }
        let open = (data["open"]?.array ?? []).compactMap { $0.int.flatMap(SequenceNumber.init(checking:)) }
        let last = data["last"]?.int.flatMap(SequenceNumber.init(checking:)) ?? request
        return State(answered: State.Answered(last: last, open: Set(open)))
    }

    public func fold(_ state: inout State, _ event: Incoming, at now: Instant) throws -> [Output] {
        let data = try event.data()
        let list = try data.list("requests")
        guard (1...AlgoliaQuestion.limit).contains(list.count) else {
            throw JSONError("`requests` are too many or none")
        }
        let questions = try list.map(AlgoliaQuestion.init(json:))
        state.ask(
            State.Asked(
                sequence: event.event.sequence,
                questions: questions,
                cause: Cause(event.event),
                epoch: event.event.epoch,
                caller: data["caller"]?.string ?? "",
                byteCount: event.event.dataBytes.count
            )
        )
        return []
    }

    public func setAside(_ state: inout State, _ event: Incoming, for error: SearchBusError) -> [Output] {
        // One that was skipped by the previous process has its answer.
        guard state.owes(event.event.sequence) else { return [] }
        let count = max(1, (try? event.data())?["requests"]?.array?.count ?? 1)
        let failure = QuestionEngine.Answer.failure(AlgoliaError("The request cannot be answered.", status: 500))
        let answers = [QuestionEngine.Answer](repeating: failure, count: min(count, AlgoliaQuestion.limit))
        let answered = state.note(event.event.sequence)
        return [Self.results(answers, to: event.event.sequence, answered, Cause(event.event))]
    }

    public func conclude(_ state: inout State, session: String) -> [Output] { [] }

    public func upkeep(of state: State) -> SessionUpkeep {
        var upkeep = SessionUpkeep(size: 512 + state.byteCount)
        (upkeep.pending, upkeep.wantsEffects) = (state.pending, state.wantsMore)
        return upkeep
    }

    /// The next request; the host asks for more while its turn has time.
    public func effects(_ state: inout State, session: String, at now: Instant) -> [EffectOrder] {
        guard let (id, asked) = state.begin() else { return [] }
        let (engine, questions) = (engine, asked.questions)
        // Sessions are what a client calls its users; who asks is known to the gateway alone.
        let caller = asked.caller.isEmpty ? session : asked.caller
        let now =
            engine.isImmediate(questions)
            ? { @Sendable () -> (any Sendable)? in engine.answersNow(questions, of: caller) } : nil
        // Many questions of a session are folded before the first one is answered: each must be blamed for its own crash.
        return [.begin(Effect(id: id, event: asked.sequence, now: now) { await engine.answers(questions, of: caller) })]
    }

    public func finish(_ state: inout State, effect id: Int, _ result: any Sendable, at now: Instant) -> [Output] {
        guard let (asked, answered) = state.end(id), let answers = result as? [QuestionEngine.Answer] else { return [] }
        return [Self.results(Self.identified(answers, asked), to: asked.sequence, answered, asked.cause)]
    }

    /// The answers, with the query ids of those whose clicks are counted.
    private static func identified(_ answers: [QuestionEngine.Answer], _ asked: State.Asked) -> [QuestionEngine.Answer]
    {
        answers.enumerated().map { member, answer in
            guard asked.questions.indices.contains(member), asked.questions[member].wantsIdentifier else {
                return answer
            }
            return answer.map {
                QueryIdentifier(place: asked.sequence.rawValue, member: member, epoch: asked.epoch).added(to: $0)
            }
        }
    }

    /// Answers that the log refuses are failures, which say what to do.
    public func substitute(for output: Output, refusedFor error: SearchBusError) -> Output? {
        guard output.kind == .results,
            let data = try? JSON(
                parsing: output.data,
                limits: JSONLimits(depth: 512, values: .max),
                leaving: ["results"]
            ),
            let count = data["results"]?.array?.count
        else { return nil }
        // The gateway takes everything behind the name as the answers, so `results` is the last member.
        var members = JSONObject()
        for name in ["request", "last", "open"] { members[name] = data[name] }
        members["failed"] = .array((0..<count).map { JSON($0) })
        members["results"] = .array((0..<count).map { _ in AnswerList.tooLarge.json })
        return Output(
            output.kind,
            output.component,
            type: output.type,
            data: JSON.object(members).bytes,
            cause: output.cause
        )
    }

    /// `{"request", "last", "open", "failed", "results"}`: the answers in the order of the questions; what failed is an error.
    static func results(
        _ answers: [QuestionEngine.Answer],
        to request: SequenceNumber,
        _ answered: State.Answered,
        _ cause: Cause
    ) -> Output {
        var members = JSONObject([("request", JSON(Int(clamping: request.rawValue)))])
        if answered.last != request { members["last"] = JSON(Int(clamping: answered.last.rawValue)) }
        let open = answered.open.sorted()
        if !open.isEmpty { members["open"] = .array(open.map { JSON(Int(clamping: $0.rawValue)) }) }
        let failed = answers.enumerated().filter { (try? $0.element.get()) == nil }.map(\.offset)
        if !failed.isEmpty { members["failed"] = .array(failed.map { JSON($0) }) }
        var data: [UInt8] = []
        data.reserveCapacity(answers.reduce(256) { $0 + ((try? $1.get().count) ?? 256) + 1 })
        data.append(UInt8(ascii: "{"))
        members.writeMembers(to: &data)
        data.append(contentsOf: #","results":["#.utf8)
        for (index, answer) in answers.enumerated() {
            if index > 0 { data.append(UInt8(ascii: ",")) }
            switch answer {
            case .success(let bytes): data.append(contentsOf: bytes)
            case .failure(let error): error.json.write(to: &data)
            }
        }
        data.append(contentsOf: "]}".utf8)
        return Output(.results, component, type: "searchbus.results.algolia", data: data, cause: cause)
    }
}

extension SequenceNumber {
    /// The number in an event, if it is one.
    fileprivate init?(checking number: Int) {
        guard number >= 0 else { return nil }
        self.init(rawValue: UInt64(number))
    }
}
