// SPDX-License-Identifier: MIT

import Bus
import Wire

/// What the supervisor knows about one process.
///
/// All times are since the supervisor began.
struct SupervisedProcess: Sendable {
    /// Where a process is in its life.
    enum Phase: Hashable {
        /// It is to start once the broker answers.
        case waiting
        /// It is being started.
        case spawning
        /// It lives and has not reported yet.
        case starting(pid: Int32, since: Duration)
        /// It does its work.
        case running(pid: Int32, since: Duration)
        /// It ended, and is started again at the time given.
        case backoff(until: Duration)
        /// It ended too often, and is tried again at the time given; `nil` where that would be in vain.
        case failed(until: Duration?)
        /// It was asked to end, and is killed at the time given; `pid` is missing while it is still being started.
        case stopping(pid: Int32?, killAt: Duration?)
        /// It ended because it was to.
        case stopped
    }

    /// What follows when a process that was asked to end has ended.
    enum Sequel {
        case stayStopped
        case startAgain
        case vanish
        /// It was killed because it had stopped working: what holds for one that dies by itself.
        case recover
    }

    /// How often a worker must report a permanent error before it is accepted: an event that ends it is skipped only
    /// after three failures.
    static let triesInVain = 4
    /// How often a process of an app that starts may meet what is likely to last, such as an address that is taken; what an
    /// app that has just ended still holds is free by then.
    static let triesWithHope = 6

    var definition: ProcessDefinition
    var phase = Phase.waiting
    var sequel = Sequel.stayStopped
    var history: RestartHistory
    /// The time of its last report since its start.
    var heardAt: Duration?
    /// The version that it reported last.
    var version: String?
    /// What it said last was wrong, since it was started.
    var lastError: SearchBusError?
    var lines: [String] = []
    /// How it ended last by itself; `nil` once it has worked for long enough.
    var crash: CrashReport?
    /// Whether it was not ended from outside the last time: it ended by itself, or hung.
    var hasFailed = false
    /// The problems that it reported last, with their codes, by subject.
    var problems: [String: ErrorCode] = [:]
    /// How often in a row it ended because it cannot work, before it was ready.
    var vainTries = 0

    init(_ definition: ProcessDefinition) {
        self.definition = definition
        history = RestartHistory(definition.role)
    }

    var name: String { definition.name }

    /// Forgets how often it ended by itself, and why.
    mutating func forgetFailures() {
        history.forget()
        crash = nil
        hasFailed = false
    }

    var pid: Int32? {
        switch phase {
        case .starting(let pid, _), .running(let pid, _): pid
        case .stopping(let pid, _): pid
        default: nil
        }
    }

    /// Whether there is, or is about to be, a process of the system.
    var isAlive: Bool {
        switch phase {
        case .spawning, .starting, .running, .stopping: true
        case .waiting, .backoff, .failed, .stopped: false
        }
    }

    var isRunning: Bool {
        if case .running = phase { return true }
        return false
    }

    /// Whether it has worked: a third-party program may report a permanent error late.
    func hasWorked(at now: Duration) -> Bool {
        guard case .running(_, let since) = phase else { return false }
        return !definition.isForeign || heardAt != nil || now - since >= Liveness.startPatience
    }

    /// Whether it neither starts nor stops at the moment.
    var isSettled: Bool {
        switch phase {
        case .running, .backoff, .failed, .stopped: true
        case .waiting, .spawning, .starting, .stopping: false
        }
    }

    /// When something about it is due next.
    var deadline: Duration? {
        switch phase {
        case .starting(_, let since):
            if case .statusOrAge(let age) = definition.readiness { since + age } else { nil }
        case .running(_, let since): history.isEmpty && crash == nil ? nil : since + RestartHistory.health
        case .backoff(let until): until
        case .failed(let until): until
        case .stopping(_, let killAt): killAt
        case .waiting, .spawning, .stopped: nil
        }
    }

    /// The state's name in the state file.
    var stateName: SupervisorState.ProcessState {
        switch phase {
        case .waiting, .spawning, .starting: .starting
        case .running: .running
        case .backoff: .backoff
        case .failed: .failed
        case .stopping: sequel == .recover ? .backoff : .stopped
        case .stopped: .stopped
        }
    }
}
