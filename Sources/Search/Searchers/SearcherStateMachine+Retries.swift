// SPDX-License-Identifier: MIT

import Backends
import Runtime
import SearchModel
import Wire

// What failed for a reason that may pass, or be mended at the engine, is tried again.
extension SearcherStateMachine {
    /// How a failure is tried again.
    struct Retry: Sendable {
        /// How often it has failed.
        var attempt: Int
        /// Why it failed last.
        var code: ErrorCode
        /// When it is tried again; `nil` while it is.
        var at: Instant?
    }

    /// Takes in what came of a member's search.
    ///
    /// - Returns: Whether it must be published: a retry that fails for the same reason as before must not.
    mutating func note(
        _ result: SearchResult,
        of name: String,
        _ asked: MemberRequest,
        isQuiet: Bool,
        at now: Instant
    ) -> Bool {
        let before = isQuiet ? members[name]?.retry : nil
        // A superseded search is replaced by a newer one in any case.
        let isLast = asked.number >= members[name]?.wanted?.number ?? 0
        switch result {
        case .success:
            members[name]?.retry = nil
            found.insert(name)
            return true
        case .failure(let error):
            let attempt = (before?.attempt ?? 0) + 1
            members[name]?.retry = nil
            if isLast, !asked.isOnce, isTriedAgain(error.code, name) {
                let wait = backoff.delay(failures: attempt, atLeast: error.retryAfter)
                members[name]?.retry = Retry(attempt: attempt, code: error.code, at: now.advanced(by: wait))
            }
            return error.code != before?.code
        }
    }

    /// What the log says of a failure is tried again; called while a session is restored.
    mutating func noteFailed(_ name: String, _ request: Int, _ code: ErrorCode, at now: Instant) {
        guard isTriedAgain(code, name), let wanted = members[name]?.wanted, wanted.isAdmitted, !wanted.isOnce,
            wanted.number == request
        else { return }
        let wait = backoff.delay(failures: 1)
        members[name]?.retry = Retry(attempt: 1, code: code, at: now.advanced(by: wait))
    }

    /// Whether a member's search may succeed later; for a missing index with announced imports, that event decides.
    private func isTriedAgain(_ code: ErrorCode, _ name: String) -> Bool {
        code.isTransient || (code.isMendable && !announced.contains(name))
    }

    /// Lets what is due be searched again.
    mutating func retry(at now: Instant) {
        retry(members.filter { $0.value.retry?.at.map { $0 <= now } ?? false }.map(\.key))
    }

    /// Lets these members be searched again, where one of them waits for that.
    mutating func retry(_ names: [String]) {
        for name in names where members[name]?.retry?.at != nil {
            members[name]?.isStale = true
            members[name]?.retry?.at = nil
        }
    }

    /// The members that wait for their engine to be well; that it answers others says nothing of an index that it does not have.
    var retrying: [String] {
        members.filter { $0.value.retry.map { $0.at != nil && $0.code.isTransient } ?? false }.map(\.key)
    }

    /// The members whose engine has answered since this was asked last.
    mutating func takeFound() -> Set<String> {
        guard !found.isEmpty else { return [] }
        defer { found = [] }
        return found
    }
}
