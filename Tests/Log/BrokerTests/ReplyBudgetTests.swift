// SPDX-License-Identifier: MIT

import Testing

@testable import Broker

@Suite("Reply budget")
struct ReplyBudgetTests {
    @Test func `A client that does not read gets no further replies, and does not block others`() {
        #expect(ReplyBudget.lets(held: ReplyBudget.clientLimit - 1, inAll: 0))
        #expect(!ReplyBudget.lets(held: ReplyBudget.clientLimit, inAll: ReplyBudget.clientLimit))
        #expect(ReplyBudget.lets(held: 0, inAll: ReplyBudget.sharedLimit), "who reads still gets answers")
        #expect(!ReplyBudget.lets(held: 1, inAll: ReplyBudget.sharedLimit))
        #expect(!ReplyBudget.lets(held: 0, inAll: ReplyBudget.totalLimit))
    }
}
