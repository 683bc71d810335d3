// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Testing
import Wire

@Suite struct SearchPhaseTests {
    private let gone = SearchProgress.failed(code: "backend-failed", message: "gone", remedy: "Wait.")

    private func request(
        _ number: Int,
        since: Int = 0,
        cleared: Int = 0,
        isAdmitted: Bool = true
    ) -> MemberRequest {
        MemberRequest(number: number, since: since, cleared: cleared, isAdmitted: isAdmitted, index: "i")
    }

    /// A phase after the changes of a closure.
    private func phase(_ happen: (inout SearchPhase) -> Void) -> SearchPhase {
        var phase = SearchPhase()
        happen(&phase)
        return phase
    }

    // The macro cannot call mutating functions.
    private func accepts(_ request: Int, of searcher: String = "a", _ phase: inout SearchPhase) -> Bool {
        phase.accepts(request, of: searcher)
    }

    @Test func `an answer is shown unless a newer one is`() {
        var phase = SearchPhase()
        #expect(accepts(3, &phase))
        #expect(accepts(2, &phase) == false)
        #expect(accepts(3, &phase))
        #expect(phase.shown(of: "a") == 3)
    }

    @Test func `an answer between is shown, and the newest is awaited still`() {
        var phase = phase {
            $0.note(request(4), of: "a")
            $0.note(.started, of: 4, of: "a")
            $0.note(request(5), of: "a")
        }
        #expect(accepts(4, &phase))
        #expect(phase.phase == .loading && phase.isWaiting)
        #expect(accepts(5, &phase))
        #expect(phase.phase == .ready && !phase.isWaiting)
    }

    @Test func `a request is not announced by itself`() {
        let phase = phase {
            _ = $0.accepts(1, of: "a")
            $0.note(request(2), of: "a")
        }
        #expect(phase.phase == .ready && phase.isWaiting && phase.newest(of: "a") == 2)
    }

    @Test func `an answer that is wrong to show by now is not shown`() {
        var phase = phase {
            $0.note(request(4), of: "a")
            $0.note(request(5, since: 5), of: "a")
        }
        #expect(accepts(4, &phase) == false)
        #expect(accepts(5, &phase))
    }

    @Test func `without a search the phase is idle, and results are no longer shown`() {
        var phase = SearchPhase()
        #expect(accepts(3, &phase))
        let hides = phase.note(request(4, since: 4, cleared: 4, isAdmitted: false), of: "a")
        #expect(hides && phase.phase == .idle && phase.shown(of: "a") == nil && !phase.isWaiting)
        #expect(accepts(3, &phase) == false)
        let hidesAgain = phase.note(request(5, since: 4, cleared: 4), of: "a")
        #expect(!hidesAgain && phase.phase == .idle && phase.isWaiting)
    }

    @Test func `what was hidden stays hidden after a restart, though the log has it still`() {
        var phase = SearchPhase()
        #expect(accepts(3, &phase))
        let hides = phase.note(request(5, since: 4, cleared: 4), of: "a")
        #expect(hides && phase.phase == .idle)
        #expect(accepts(5, &phase))
        let hidesNewer = phase.note(request(6, since: 4, cleared: 4), of: "a")
        #expect(!hidesNewer && phase.phase == .ready)
    }

    @Test func `what is awaited for long is stalled until there is news of it`() {
        var phase = phase {
            $0.noteOverdue()
            $0.note(request(1), of: "a")
            $0.noteOverdue()
        }
        #expect(phase.phase == .stalled && !phase.isWaiting)
        phase.note(.started, of: 1, of: "a")
        #expect(phase.phase == .stalled)
        #expect(accepts(1, &phase))
        #expect(phase.phase == .ready)
        phase.noteOverdue()
        #expect(phase.phase == .ready, "nothing is awaited")
    }

    @Test func `what comes after the answer does not undo it`() {
        var phase = SearchPhase()
        #expect(accepts(3, &phase))
        for progress in [SearchProgress.started, .stalled, .superseded] {
            let isNews = phase.note(progress, of: 3, of: "a")
            #expect(!isNews)
        }
        #expect(phase.phase == .ready)
    }

    @Test func `a failure marks what is shown as stale, and the next answer mends it`() {
        var phase = SearchPhase()
        phase.note(gone, of: 1, of: "a")
        let error: JSON = ["code": "backend-failed", "message": "gone", "remedy": "Wait."]
        #expect(phase.view() == ["phase": "failed", "error": error])
        #expect(accepts(2, &phase))
        #expect(phase.view() == ["phase": "ready"])
        phase.note(gone, of: 3, of: "a")
        #expect(phase.view() == ["phase": "failed", "error": error, "stale": true])
        phase.note(request(4), of: "a")
        #expect(phase.view() == ["phase": "loading"], "another attempt is in progress")
    }

    @Test func `an answer older than a failure is not shown`() {
        var phase = SearchPhase()
        phase.note(request(1), of: "a")
        phase.note(request(2), of: "a")
        phase.note(gone, of: 2, of: "a")
        #expect(accepts(1, &phase) == false)
        #expect(phase.shown(of: "a") == nil && phase.phase.word == "failed")
        #expect(accepts(2, &phase))
        #expect(phase.phase == .ready)
    }

    @Test func `the failure of an overtaken request is ignored`() {
        var phase = phase {
            $0.note(request(1), of: "a")
            $0.note(request(2), of: "a")
        }
        let isNews = phase.note(gone, of: 1, of: "a")
        #expect(!isNews && phase.phase == .loading && phase.isWaiting)
    }

    @Test func `one member that fails does not fail the widget, and all do`() {
        var phase = phase {
            for member in ["a", "b"] { $0.note(request(1), of: member) }
            $0.note(gone, of: 1, of: "a")
        }
        #expect(phase.phase == .loading)
        #expect(accepts(1, of: "b", &phase))
        #expect(phase.phase == .ready)
        phase.note(gone, of: 2, of: "b")
        #expect(phase.view()["phase"] == "failed")
    }

    @Test func `members have their own numbers`() {
        var phase = SearchPhase()
        #expect(accepts(7, of: "a", &phase))
        #expect(accepts(2, of: "b", &phase))
        #expect(phase.shown(of: "a") == 7 && phase.shown(of: "b") == 2 && phase.shown(of: "c") == nil)
    }

    @Test(arguments: ["loading", "stalled", "ready", "idle", "failed", "dancing"])
    func `the waiting time is restored from the view`(_ word: String) {
        var phase = phase {
            _ = $0.accepts(1, of: "a")
            $0.note(request(2), of: "a")
        }
        phase.restore(from: ["phase": .string(word)])
        #expect(phase.phase.word == (["loading", "stalled"].contains(word) ? word : "ready"))
        #expect(accepts(2, &phase))
        phase.restore(from: ["phase": .string(word)])
        #expect(phase.phase == .ready, "nothing is awaited")
    }
}
