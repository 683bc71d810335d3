// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex
import SearchModel
import Synchronization

/// Asks a log over and over on a thread of its own, until it is stopped.
final class BackgroundSearch: Sendable {
    private let isStopped = Atomic(false)
    private let outcome = Mutex<Result<Times, any Error>>(.success(Times()))
    private let isDone = DispatchSemaphore(value: 0)

    init(_ lines: [SearchRequest], reader: IndexReader) {
        Thread.detachNewThread { [self] in
            let result = Result { try ask(lines, reader: reader) }
            outcome.withLock { $0 = result }
            isDone.signal()
        }
    }

    /// Waits for the search in flight; returns how long each took.
    ///
    /// - Throws: What a search threw.
    func stop() throws -> Times {
        isStopped.store(true, ordering: .relaxed)
        isDone.wait()
        return try outcome.withLock { try $0.get() }
    }

    private func ask(_ lines: [SearchRequest], reader: IndexReader) throws -> Times {
        var times = Times()
        var place = 0
        while !isStopped.load(ordering: .relaxed), !lines.isEmpty {
            try times.measure { _ = try reader.search([lines[place]]) }
            place = (place + 1) % lines.count
        }
        return times
    }
}
