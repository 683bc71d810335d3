// SPDX-License-Identifier: MIT

import Testing

@testable import AccessKeys

@Suite struct AccessScopeTests {
    private func rights(_ role: AccessRole, session: String? = nil, asking asked: String?) -> Set<AccessRight> {
        Set(AccessRight.allCases.filter { AccessScope(role, session: session).allows($0, session: asked) })
    }

    @Test func `each role has its rights`() {
        #expect(rights(.admin, asking: nil) == Set(AccessRight.allCases))
        #expect(rights(.read, asking: nil) == [.describe, .view, .log, .watch])
        #expect(rights(.session, asking: "s") == [.describe, .view, .use, .begin, .search, .log])
        #expect(rights(.session, asking: nil) == [.describe, .begin, .search])
    }

    @Test func `a key of one session opens that session`() {
        #expect(rights(.session, session: "s", asking: "s") == [.describe, .view, .use, .log])
        #expect(rights(.read, session: "s", asking: "s") == [.describe, .view, .log])
        for asked in ["S", "s ", "ss", "", "t", nil] {
            #expect(rights(.session, session: "s", asking: asked) == [.describe])
            #expect(rights(.read, session: "s", asking: asked) == [.describe])
        }
    }

    @Test func `sessions in which the gateway asks for many are not for keys that use sessions`() {
        for shared in ["search-abcd-1", "algolia-somebody"] {
            #expect(rights(.session, asking: shared) == [.describe, .begin, .search])
            #expect(rights(.read, asking: shared).contains(.log))
        }
    }

    @Test(arguments: [
        ("90s", 90), ("30m", 1_800), ("12h", 43_200), ("7d", 604_800), ("4w", 2_419_200), ("3650d", 315_360_000),
    ])
    func `a duration is a number and a unit`(text: String, seconds: Int) {
        #expect(Lifetime(text)?.seconds == seconds)
    }

    @Test(arguments: [
        "", "7", "d", "0d", "-7d", "+7d", "7 d", "7D", "1.5h", "7dd", "3651d", "99999999999d", "9223372036854775807w",
        "Never",
    ])
    func `an invalid duration is refused`(text: String) {
        #expect(Lifetime(text) == nil)
    }

    @Test func `without end is never`() {
        #expect(Lifetime("never")?.end(from: 5) == nil && Lifetime("never") != nil)
        #expect(Lifetime("1m")?.end(from: 5) == 65)
    }
}
