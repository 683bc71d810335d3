// SPDX-License-Identifier: MIT

import Testing

/// Runs the tests that have a server of their own one after the other: they measure the server, not how it
/// shares two cores with fifty others.
struct OneAtATime: SuiteTrait, TestTrait, TestScoping {
    private actor Turn {
        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func take() async {
            guard isTaken else {
                isTaken = true
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        func giveBack() {
            if waiting.isEmpty {
                isTaken = false
            } else {
                waiting.removeFirst().resume()
            }
        }
    }

    private static let turn = Turn()

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        await Self.turn.take()
        do {
            try await function()
            await Self.turn.giveBack()
        } catch {
            await Self.turn.giveBack()
            throw error
        }
    }
}

extension Trait where Self == OneAtATime {
    /// Only one test that has this runs at a time, whichever suite it belongs to.
    static var oneAtATime: Self { Self() }
}
