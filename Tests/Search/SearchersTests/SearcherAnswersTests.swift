// SPDX-License-Identifier: MIT

import Backends
import Bus
import BusTesting
import Components
import Runtime
import SearchModel
import Testing
import Wire

@testable import Searchers

/// The time of answers, and retries.
@Suite("Answers and failures of a searcher")
struct SearcherAnswersTests {
    private let cause: Cause
    private let start = ContinuousClock.now
    private let gathering = Duration.milliseconds(2)

    init() throws {
        cause = Cause(try Event.made(.request, "all", session: "s", type: "t", data: [:], at: 1))
    }

    /// A state machine that waits for the maximum time.
    private func machine(_ names: [String] = ["a", "b"]) -> SearcherStateMachine {
        SearcherStateMachine(
            names,
            gathering: gathering,
            backoff: Backoff(first: .seconds(1), limit: .seconds(30), jitter: 1...1)
        )
    }

    private func asks(_ number: Int, _ names: [String] = ["a", "b"], since: Int = 0) -> UnitRequest {
        let members = names.map { ($0, MemberRequest(number: number, since: since, index: $0)) }
        return UnitRequest(searcher: "all", number: number, members: Dictionary(uniqueKeysWithValues: members))
    }

    private func place(_ number: UInt64) -> SequenceNumber { SequenceNumber(rawValue: number) }

    /// Folds a request, and begins a search of each member, all in one batch.
    private func begin(
        _ machine: inout SearcherStateMachine,
        _ request: UnitRequest,
        at now: ContinuousClock.Instant? = nil
    ) -> [SearcherStateMachine.Search] {
        _ = machine.fold(request, at: place(UInt64(request.number)), cause)
        let batch = machine.nextBatch
        return machine.waiting.map { machine.begin([$0], in: batch, at: now ?? start) }
    }

    private func names(_ ended: [SearcherStateMachine.Ended]) -> [String] { ended.flatMap { $0.results.map(\.name) } }

    // MARK: The time of answers

    @Test func `Answers of one moment leave together, and hold the cursor until they do`() {
        var machine = machine()
        let searches = begin(&machine, asks(1))
        #expect(machine.arrive(searches[0].id, searches[0].answers(), at: start).isEmpty)
        #expect(machine.deadline == start + gathering)
        #expect(machine.pending == place(1))
        #expect(names(machine.arrive(searches[1].id, searches[1].answers(), at: start)) == ["a", "b"])
        #expect(machine.pending == nil && machine.deadline == nil)
    }

    @Test func `An answer leaves by itself when the others take longer, and they leave as they come`() {
        var machine = machine(["a", "b", "c"])
        let searches = begin(&machine, asks(1, ["a", "b", "c"]))
        _ = machine.arrive(searches[0].id, searches[0].answers(), at: start)
        _ = machine.arrive(searches[1].id, searches[1].answers(), at: start + gathering / 2)
        #expect(machine.endOverdue(at: start + gathering / 2).isEmpty)
        #expect(names(machine.endOverdue(at: start + gathering)) == ["a", "b"])
        #expect(machine.pending == place(1), "the third is still to come")
        #expect(names(machine.arrive(searches[2].id, searches[2].answers(), at: start + .seconds(9))) == ["c"])
        #expect(machine.pending == nil)
    }

    @Test func `A member that never answers does not delay others, nor their later answers`() {
        var machine = machine()
        let first = begin(&machine, asks(1))
        _ = machine.arrive(first[0].id, first[0].answers(), at: start)
        _ = machine.endOverdue(at: start + gathering)
        for number in 2..<6 {
            let next = begin(&machine, asks(number))
            #expect(next.map { $0.asked.keys.sorted() } == [["a"]], "the other one is still at its first search")
            #expect(names(machine.arrive(next[0].id, next[0].answers(), at: start)) == ["a"], "it does not wait")
        }
    }

    @Test func `A newer request waits for no answer that is there, and one that is wrong by then is not shown`() {
        var machine = machine()
        let searches = begin(&machine, asks(1))
        _ = machine.arrive(searches[0].id, searches[0].answers(), at: start)
        _ = machine.fold(asks(2), at: place(2), cause)
        #expect(names(machine.endArrived(at: start)) == ["a"])
        #expect(machine.waiting == ["a"])

        var other = self.machine()
        let wrong = begin(&other, asks(1))
        _ = other.arrive(wrong[0].id, wrong[0].answers(), at: start)
        #expect(other.fold(asks(2, since: 2), at: place(2), cause).map(\.request.number) == [1, 1])
        #expect(other.endArrived(at: start).isEmpty)
        #expect(other.waiting == ["a", "b"])
    }

    // MARK: Retries

    /// Answers the searches in flight with a failure.
    private func fail(
        _ machine: inout SearcherStateMachine,
        _ code: ErrorCode = .backendTimeout,
        at now: ContinuousClock.Instant
    ) -> [String] {
        let searches = machine.searches.values.sorted { $0.id < $1.id }
        return searches.flatMap { search in
            let codes = search.asked.mapValues { _ in code }
            return names(machine.arrive(search.id, search.answers(failing: codes), at: now))
        }
    }

    @Test func `A failure that may pass is tried again, later each time, and said once`() throws {
        var machine = machine(["a"])
        _ = begin(&machine, asks(1, ["a"]))
        #expect(fail(&machine, at: start) == ["a"])
        #expect(machine.pending == nil, "a failure is an answer")
        var now = start
        for wait in [1, 2, 4, 8, 16, 30, 30] {
            #expect(machine.deadline == now + .seconds(wait))
            now += .seconds(wait)
            #expect(machine.pass(at: now - .milliseconds(1)).started.isEmpty && machine.waiting.isEmpty)
            _ = machine.pass(at: now)
            #expect(machine.waiting == ["a"])
            let search = machine.begin(["a"], at: now)
            #expect(search.quiet == ["a"])
            #expect(machine.deadline == nil, "its start is not published")
            #expect(fail(&machine, at: now).isEmpty, "nor that it failed as before")
            #expect(machine.pending == nil)
        }
        _ = machine.pass(at: now + .seconds(30))
        _ = machine.begin(["a"], at: now)
        #expect(fail(&machine, .backendFailed, at: now) == ["a"], "another reason is news")
    }

    @Test func `The answer of what was tried again is shown, and that is the end of it`() throws {
        var machine = machine(["a"])
        _ = begin(&machine, asks(1, ["a"]))
        _ = fail(&machine, at: start)
        _ = machine.takeFound()
        _ = machine.pass(at: start + .seconds(1))
        let search = machine.begin(machine.waiting, at: start + .seconds(1))
        #expect(machine.end(search.id)?.shown == ["a"])
        #expect(machine.deadline == nil && !machine.wantsEffects && machine.retrying.isEmpty)
        #expect(machine.takeFound() == ["a"])
        #expect(machine.takeFound().isEmpty, "each is reported once")
    }

    @Test(arguments: [ErrorCode.backendRefused, .invalidArgument, .cancelled, .indexCorrupt])
    func `Permanent failures are not retried`(code: ErrorCode) {
        var machine = machine(["a"])
        _ = begin(&machine, asks(1, ["a"]))
        #expect(fail(&machine, code, at: start) == ["a"])
        #expect(machine.deadline == nil && machine.retrying.isEmpty)
    }

    @Test(arguments: [ErrorCode.unknownIndex, .backendDenied])
    func `Failures that an administrator corrects are retried, unless corrections are announced`(code: ErrorCode) {
        var machine = machine(["a"])
        _ = begin(&machine, asks(1, ["a"]))
        #expect(fail(&machine, code, at: start) == ["a"])
        #expect(machine.deadline == start + .seconds(1))
        #expect(machine.retrying.isEmpty, "answers of the engine to others do not matter")
        var told = SearcherStateMachine(["a"], announced: ["a"])
        _ = begin(&told, asks(1, ["a"]))
        #expect(fail(&told, code, at: start) == ["a"])
        #expect(told.deadline == nil)
    }

    @Test func `An engine that wants to be left in peace is left so, and a little longer`() {
        var machine = machine(["a"])
        let search = begin(&machine, asks(1, ["a"]))[0]
        let error = SearchBusError(.backendBusy, "Quota.", retryAfter: .seconds(7))
        #expect(names(machine.arrive(search.id, ["a": .failure(error)], at: start)) == ["a"])
        #expect(machine.deadline == start + .milliseconds(7_500))
        let backoff = Backoff(first: .seconds(1), limit: .seconds(30), jitter: 1...1)
        #expect(backoff.delay(failures: 6, atLeast: .seconds(2)) == .seconds(30), "what waits longer anyway does")
    }

    @Test func `A newer request takes the place of what waits to be tried again, and of what is being tried`() {
        var machine = machine(["a"])
        _ = begin(&machine, asks(1, ["a"]))
        _ = fail(&machine, at: start)
        _ = machine.fold(asks(2, ["a"]), at: place(2), cause)
        #expect(machine.retrying.isEmpty)
        _ = machine.begin(["a"], at: start)
        _ = fail(&machine, at: start)
        #expect(machine.deadline == start + .seconds(1), "the newer one is tried from the beginning")
        _ = machine.pass(at: start + .seconds(1))
        let retry = machine.begin(["a"], at: start)
        #expect(machine.fold(asks(3, ["a"]), at: place(3), cause).isEmpty, "it was not published")
        #expect(machine.takeCancelled() == [retry.id])
        #expect(machine.waiting == ["a"], "the newer request does not wait for an engine that hangs")
    }

    @Test func `A search of two members continues for the one without a new request`() throws {
        var machine = machine()
        _ = machine.fold(asks(1), at: place(1), cause)
        _ = machine.begin(["a", "b"], at: start)
        _ = fail(&machine, at: start)
        _ = machine.pass(at: start + .seconds(1))
        let retry = machine.begin(machine.waiting, at: start)
        var request = asks(1)
        request.number = 2
        request.members["a"]?.number = 2
        _ = machine.fold(request, at: place(2), cause)
        #expect(machine.takeCancelled().isEmpty && machine.waiting == ["a"])
        #expect(names(machine.arrive(retry.id, retry.answers(), at: start)) == ["b"])
        #expect(machine.members["a"]?.answered == 1)
    }

    @Test func `Waiting retries run at once when the engine has answered another request`() {
        var machine = machine()
        _ = begin(&machine, asks(1))
        _ = fail(&machine, at: start)
        #expect(machine.retrying.sorted() == ["a", "b"])
        machine.retry(["a"])
        #expect(machine.waiting == ["a"] && machine.retrying == ["b"])
    }

    @Test func `An index that changed is searched at once, whatever waits to be tried again`() {
        var machine = machine(["a"])
        _ = begin(&machine, asks(1, ["a"]))
        _ = fail(&machine, at: start)
        machine.renew(["a"], at: place(7), cause)
        #expect(machine.waiting == ["a"] && machine.pending == place(7))
        let search = machine.begin(["a"], at: start)
        #expect(machine.end(search.id)?.shown == ["a"])
        #expect(machine.pending == nil && machine.deadline == nil)
    }

    @Test func `Waits differ, and stay within their bounds whatever the random number is`() {
        let waits = [-1.0, 0, 0.5, 1, 2].map { random in
            let backoff = Backoff(first: .seconds(1), limit: .seconds(30), jitter: random...random)
            return [1, 3, 1_000_000, -5].map { backoff.delay(failures: $0) }
        }
        #expect(waits[0] == waits[1] && waits[3] == waits[4])
        #expect(waits[1] == [.milliseconds(500), .seconds(2), .seconds(15), .milliseconds(500)])
        #expect(waits[3] == [.seconds(1), .seconds(4), .seconds(30), .seconds(1)])
        #expect(waits[2][0] == .milliseconds(750))
    }
}
