// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import Testing
import Wire

@Suite struct SearchPhaseTests {
    // The macro cannot call what changes a value.
    private func accepts(_ request: Int, _ phase: inout SearchPhase) -> Bool { phase.accepts(request) }

    @Test func `an answer to an older search than the newest is ignored`() {
        var phase = SearchPhase()
        #expect(accepts(3, &phase))
        #expect(accepts(2, &phase) == false)
        phase.note(.started, of: 5)
        #expect(accepts(4, &phase) == false)
        #expect(phase.phase == .loading)
        #expect(accepts(5, &phase))
        #expect(phase.shown == 5)
    }

    @Test func `what comes after the answer does not undo it`() {
        var phase = SearchPhase()
        #expect(accepts(3, &phase))
        for progress in [SearchProgress.started, .stalled, .failed(code: "c", message: "m"), .superseded] {
            let isNews = phase.note(progress, of: 3)
            #expect(!isNews)
        }
        #expect(phase.phase == .ready)
    }

    @Test func `a failure marks what is shown as stale, and the next answer mends it`() {
        var phase = SearchPhase()
        phase.note(.failed(code: "backend-failed", message: "gone"), of: 1)
        #expect(phase.view() == ["phase": "failed", "error": ["code": "backend-failed", "message": "gone"]])
        #expect(accepts(2, &phase))
        #expect(phase.view() == ["phase": "ready"])
        phase.note(.failed(code: "backend-failed", message: "gone"), of: 3)
        #expect(
            phase.view()
                == ["phase": "failed", "error": ["code": "backend-failed", "message": "gone"], "stale": true]
        )
        phase.note(.failed(code: "other", message: "old"), of: 2)
        #expect(phase.view()["error"]?["code"] == "backend-failed")
    }

    @Test func `a search that is overtaken leaves the phase to the one that overtook it`() {
        var phase = SearchPhase()
        phase.note(.started, of: 1)
        phase.note(.superseded, of: 1)
        #expect(phase.phase == .loading)
        #expect(accepts(2, &phase))
        #expect(phase.phase == .ready)
    }
}
