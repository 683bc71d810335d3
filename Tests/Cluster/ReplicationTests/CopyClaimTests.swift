// SPDX-License-Identifier: MIT

import Bus
import Testing
import Wire

@testable import Replication

@Suite("A node's claims about others' snapshots")
struct CopyClaimTests {
    private func place(_ number: UInt64) -> JournalPlace { JournalPlace(rawValue: number) }

    private func copy(_ number: UInt64, of machine: String?) -> StoredCopy {
        StoredCopy(id: "c", place: place(number), size: 1, origin: "", machine: machine)
    }

    private func differs(_ machine: String, after place: Int) -> JournalStatus {
        ["differences": [["machine": .string(machine), "place": 90, "digest": "1", "after": JSON(place)]]]
    }

    @Test func `Copies of a machine that differs are contradicted behind where it had the same`() {
        let claim = CopyClaim(machine: "a").updated(by: differs("b", after: 50))
        #expect(claim.contradicts(copy(51, of: "b")))
        #expect(!claim.contradicts(copy(50, of: "b")))
        #expect(!claim.contradicts(copy(51, of: "c")) && !claim.contradicts(copy(51, of: nil)))
        #expect(!CopyClaim(machine: "a").updated(by: differs("a", after: 0)).contradicts(copy(51, of: "a")))
        // Every node may start from the snapshot with which a shared log was created.
        #expect(!CopyClaim(machine: "a").updated(by: differs("b", after: 0)).contradicts(copy(0, of: "b")))
        #expect(copy(51, of: "b").beside([claim, CopyClaim(machine: "c")]).contradictors == ["a"])
    }

    @Test func `It is said until both are found to be alike, also by a broker that was started again`() {
        let claim = CopyClaim(machine: "a").updated(by: differs("b", after: 50))
        #expect(claim.updated(by: ["place": 90]) == claim)
        #expect(claim.updated(by: differs("b", after: 0)) == claim)
        #expect(claim.updated(by: ["agreesWith": ["c"]]) == claim)
        #expect(claim.updated(by: ["agreesWith": ["b"]]) == CopyClaim(machine: "a"))
    }

    @Test func `The contradictions of a wrong node, or of one that has left, end`() {
        let own = CopyClaim(machine: "a", contradicted: ["w": place(50)])
        func revised(_ machine: String, heard: Set<String> = ["a", "c"]) -> CopyClaim {
            let claim = CopyClaim(machine: machine, contradicted: ["a": place(50), "b": place(60), "d": place(70)])
            return claim.revised(by: own, heard: heard, alike: ["a", "b"])
        }
        #expect(revised("w") == CopyClaim(machine: "w"), "its own log is wrong")
        #expect(revised("w", heard: ["w"]) == CopyClaim(machine: "w"))
        #expect(
            revised("b") == CopyClaim(machine: "b", contradicted: ["d": place(70)]),
            "it has gone, and d is not known"
        )
        #expect(revised("c").contradicted.count == 3, "it will take it back by itself, or has reason not to")
        #expect(revised("a").contradicted.count == 3)
    }

    @Test func `A claim survives encoding and decoding, and an invalid one is refused`() {
        let claim = CopyClaim(machine: "a", contradicted: ["b": place(50), "c": .zero])
        #expect(CopyClaim(claim.facts) == claim)
        for facts: JSON in [[:], ["machine": "a"], ["contradicted": [:]], ["machine": "a", "contradicted": 1]] {
            #expect(facts.object.flatMap { CopyClaim($0) } == nil)
        }
    }
}
