// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Wire

@testable import JetStream

@Suite("Whether a clock may be used")
struct ClockWatchTests {
    private let time = Date(timeIntervalSince1970: 1_795_428_000)
    private let moment = ContinuousClock.now
    private let wrong = SearchBusError(.journalUnavailable, "This machine's clock is 99 s behind.")

    private func watch(_ problem: SearchBusError? = nil) -> ClockWatch {
        var watch = ClockWatch()
        watch.note(problem, time: time, moment: moment)
        return watch
    }

    private struct Look: Hashable {
        var trouble: String?
        var isDue = false
    }

    /// The state after so many seconds, by a clock that was meanwhile set by the given step.
    private func look(_ watch: ClockWatch, after seconds: Int, setBy step: TimeInterval = 0) -> Look {
        let shown = time.addingTimeInterval(TimeInterval(seconds) + step)
        let later = moment + .seconds(seconds)
        return Look(trouble: watch.trouble(time: shown, moment: later), isDue: watch.isDue(time: shown, moment: later))
    }

    @Test func `A clock without a comparison is checked at the first append`() {
        #expect(look(ClockWatch(), after: 100, setBy: 3600) == Look())
        #expect(ClockWatch().wasRight)
    }

    @Test func `One that is right is compared about each minute`() {
        #expect(watch().wasRight)
        #expect(look(watch(), after: 59) == Look())
        #expect(look(watch(), after: 60) == Look(isDue: true))
        // A node without a comparison for a long time continues, as long as its clock is not set.
        #expect(look(watch(), after: 86_400, setBy: 2) == Look(isDue: true))
    }

    @Test(arguments: [11.0, -11, 3600, -86_400])
    func `A clock that was set is unusable until a comparison, which is due at once`(step: TimeInterval) {
        let found = look(watch(), after: 1, setBy: step)
        #expect(found.trouble?.contains("was set") == true && found.isDue)
        #expect(look(watch(), after: 1, setBy: step / abs(step) * 9) == Look())
    }

    @Test func `A wrong clock is unusable until a comparison finds it right`() {
        #expect(!watch(wrong).wasRight)
        let trouble = "This machine's clock is 99 s behind"
        #expect(look(watch(wrong), after: 4) == Look(trouble: trouble))
        #expect(look(watch(wrong), after: 5, setBy: 99) == Look(trouble: trouble, isDue: true))
        var corrected = watch(wrong)
        corrected.note(nil, time: time, moment: moment)
        #expect(look(corrected, after: 1) == Look())
    }
}
