// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Searchers
import Wire

/// Plays the cases of searches that overtake each other.
struct SequencerPlayer: CasePlayer {
    private var searcher: PlayedSearcher
    private var issued = 0
    private var delivered: [Int] = []
    private var errors: [Int] = []

    init(given: JSON) throws {
        searcher = try PlayedSearcher([.init(name: "products", template: SearchRequest(index: "products"))])
    }

    mutating func play(_ command: String, _ data: JSON) throws {
        switch command {
        case "issue":
            for _ in 0..<(try data.integer("count") ?? 1) {
                issued += 1
                searcher.send(.setQuery("\(issued)"))
                searcher.settle()
            }
        case "complete":
            let request = try data.requiredInt("request")
            if searcher.end(request, isSuccess: true) != nil { delivered.append(request) }
        case "fail":
            let request = try data.requiredInt("request")
            if searcher.end(request, isSuccess: false) != nil { errors.append(request) }
        case "complete-remaining":
            while let request = searcher.running, searcher.end(request, isSuccess: true) != nil {
                delivered.append(request)
                searcher.settle()
            }
        default:
            throw Missing.command(command)
        }
    }

    func output(_ name: String, expected: JSON) throws -> JSON {
        switch name {
        case "delivered": .array(delivered.map { JSON($0) })
        case "errors": .array(errors.map { JSON($0) })
        case "cancelled": .array(searcher.superseded.map { JSON($0) })
        case "pending": .array(searcher.running.map { [JSON($0)] } ?? [])
        case "loading": .bool(searcher.isBusy)
        case "delivered-count": JSON(delivered.count)
        case "cancelled-count": JSON(searcher.superseded.count)
        default: throw Missing.output(name)
        }
    }
}
