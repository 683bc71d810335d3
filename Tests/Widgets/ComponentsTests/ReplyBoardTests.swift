// SPDX-License-Identifier: MIT

import Components
import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct ReplyBoardTests {
    private let board = ReplyBoard<String, Int>()

    @Test func `Each call has its replies, the first to each key, also if they come while it sends`() async throws {
        let (sent, replies) = try await board.replies(to: ["a", "b"], within: .seconds(60)) {
            let inner = try await board.replies(to: ["b"], within: .seconds(60)) {
                for (reply, key) in [(1, "c"), (2, "b"), (3, "b"), (4, "a")] { board.received(reply, to: key) }
            }
            return inner.replies
        }
        #expect(sent == ["b": 2] && replies == ["a": 4, "b": 2] && board.isEmpty)
    }

    @Test func `Replies that do not come are missing after the timeout`() async throws {
        let (_, replies) = try await board.replies(to: ["a", "b"], within: .milliseconds(1)) {
            board.received(1, to: "a")
        }
        #expect(replies == ["a": 1] && board.isEmpty)
        #expect(try await board.replies(to: [], within: .seconds(60)) {}.replies.isEmpty)
    }

    @Test func `A failure ends the calls that it concerns, if a reply is missing`() async throws {
        let error = SearchBusError(.epochChanged, "The log was replaced.")
        await #expect(throws: error) {
            try await board.replies(to: ["a", "b"], within: .seconds(60)) {
                board.received(1, to: "a")
                board.fail(["c"], with: CancellationError())
                board.fail(with: error)
            }
        }
        let (_, replies) = try await board.replies(to: ["a"], within: .seconds(60)) {
            board.received(1, to: "a")
            board.fail(with: error)
        }
        #expect(replies == ["a": 1])
        await #expect(throws: CancellationError.self) {
            try await board.replies(to: ["a"], within: .seconds(60)) { throw CancellationError() }
        }
        #expect(board.isEmpty)
    }
}
