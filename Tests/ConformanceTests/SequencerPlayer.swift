// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

/// Plays the cases of searches that overtake each other.
struct SequencerPlayer: CasePlayer {
    private var searcher: PlayedSearcher
    /// The request that each issue became.
    private var issued: [Int] = []
    private var delivered: [Int] = []
    private var errors: [Int] = []

    init(given: JSON) throws {
        searcher = try PlayedSearcher()
        while let request = searcher.running.first, searcher.end(request) {}
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "issue":
            for _ in 0..<(try data.integer("count") ?? 1) {
                try searcher.send(.setQuery("\(issued.count + 1)"))
                issued.append(searcher.session.request?.number ?? 0)
            }
        case "complete":
            if try end(data) { delivered.append(try data.requiredInt("request")) }
        case "fail":
            if try end(data) { errors.append(try data.requiredInt("request")) }
        case "complete-remaining":
            while let request = searcher.running.first, searcher.end(request) { delivered += numbers([request]) }
        default:
            throw Missing.command(command)
        }
    }

    private mutating func end(_ data: JSON) throws -> Bool {
        let place = try data.requiredInt("request") - 1
        guard issued.indices.contains(place) else { throw Missing("a request that was not issued") }
        return searcher.end(issued[place])
    }

    /// The cases' numbers of requests.
    private func numbers(_ requests: [Int]) -> [Int] {
        requests.compactMap { issued.firstIndex(of: $0).map { $0 + 1 } }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "delivered": .array(delivered.map { JSON($0) })
        case "errors": .array(errors.map { JSON($0) })
        case "pending": .array(numbers(searcher.running).map { JSON($0) })
        case "loading": .bool(!searcher.running.isEmpty)
        case "delivered-count": JSON(delivered.count)
        case "cancelled-count": JSON(searcher.givenUp)
        case "cancelled": throw Missing("which requests are overtaken")
        default: throw Missing.output(name)
        }
    }
}
