// SPDX-License-Identifier: MIT

import Testing
import Wire

@testable import Replication

@Suite("Brokers' rules")
struct JournalRulesTests {
    private let second = JournalRules(number: 2, version: "3.1.0")

    @Test func `What a journal says of its rules is read again, and one that says nothing has the first`() {
        for rules in [JournalRules.own, .first, second] { #expect(JournalRules(words: rules.words) == rules) }
        #expect(JournalRules(words: []) == .first)
        #expect(JournalRules.first.number == 1 && JournalRules.own.version == Release.version)
    }

    @Test(arguments: ["rules=", "rules=0", "rules=-1", "rules=x", "founded", "rules"])
    func `An invalid description is refused`(word: String) {
        #expect(JournalRules(words: [word]) == nil)
        #expect(JournalRules(words: ["rules=2", word]) == nil)
    }

    @Test func `Versions of the same rules take part, whichever made the journal`() {
        #expect(JournalRules(number: 2, version: "3.0.0").problem(of: "J", for: second) == nil)
        #expect(JournalRules.first.problem(of: "J", for: JournalRules(number: 1, version: "9.0.0")) == nil)
    }

    @Test func `A version with other rules, newer or older, is refused with the creator's version and a remedy`() {
        let older = second.problem(of: "J", for: JournalRules(number: 1, version: "2.9.0"))
        #expect(older?.code == .journalUnreadable)
        #expect(older?.message.contains("The stream J was created by SearchBus 3.1.0, which applies rules 2") == true)
        #expect(older?.message.contains("this is SearchBus 2.9.0, which applies rules 1") == true)
        #expect(older?.remedy.contains("docs/cluster.md") == true)
        let newer = JournalRules.first.problem(of: "J", for: second)
        #expect(newer?.message.contains("has not written down its version, which applies rules 1") == true)
        #expect(newer?.message.contains("this is SearchBus 3.1.0") == true)
    }
}
