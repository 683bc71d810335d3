// SPDX-License-Identifier: MIT

import Interactors
import SearchModel
import Wire

/// Plays the cases of responses that overtake each other, against the decision of every widget which of them to show.
struct SequencerPlayer: CasePlayer {
    private static let searcher = PlayedSession.searcher

    private var phase = SearchPhase()
    private var issued = 0
    private var ended: Set<Int> = []
    private var delivered: [Int] = []
    private var errors: [Int] = []

    init(given: JSON) throws {}

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "issue":
            for _ in 0..<(try data.integer("count") ?? 1) {
                issued += 1
                phase.note(MemberRequest(number: issued, index: "index"), of: Self.searcher)
            }
        case "complete": complete(try issuedRequest(data))
        case "complete-remaining": pending.forEach { complete($0) }
        case "fail":
            let request = try issuedRequest(data)
            ended.insert(request)
            if phase.note(.serviceFailed, of: request, of: Self.searcher) { errors.append(request) }
        case "cancel-all":
            // No request is current, so no response may be shown.
            let request = MemberRequest(number: issued, since: issued + 1, isAdmitted: false, index: "index")
            phase.note(request, of: Self.searcher)
        default:
            throw Missing.command(command)
        }
    }

    private func issuedRequest(_ data: JSON) throws -> Int {
        let request = try data.requiredInt("request")
        guard (1...max(issued, 1)).contains(request), issued > 0 else { throw Missing("a request that was not issued") }
        return request
    }

    private mutating func complete(_ request: Int) {
        ended.insert(request)
        if phase.accepts(request, of: Self.searcher) { delivered.append(request) }
    }

    /// The requests whose answers have not come and would be shown.
    private var pending: [Int] {
        (1..<issued + 1).filter { request in
            var phase = phase
            return !ended.contains(request) && phase.accepts(request, of: Self.searcher)
        }
    }

    private var cancelled: [Int] {
        let others = Set(delivered + errors + pending)
        return (1..<issued + 1).filter { !others.contains($0) }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "delivered": .array(delivered.map { JSON($0) })
        case "errors": .array(errors.map { JSON($0) })
        case "pending": .array(pending.map { JSON($0) })
        case "loading": .bool(phase.isWaiting)
        case "delivered-count": JSON(delivered.count)
        case "cancelled-count": JSON(cancelled.count)
        case "cancelled": .array(cancelled.map { JSON($0) })
        default: throw Missing.output(name)
        }
    }
}
