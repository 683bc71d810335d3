// SPDX-License-Identifier: MIT

import Testing

@testable import SearchClient

@Suite struct TextOwnershipTests {
    @Test func `another's text is shown while nothing of ours is on its way`() {
        var ownership = TextOwnership(client: "me")
        #expect(ownership.takesOver(client: "you", edit: 1) == true)
        #expect(ownership.takesOver(client: nil, edit: nil) == true)
        let edit = ownership.changed()
        #expect(ownership.takesOver(client: "you", edit: 2) == false)
        #expect(ownership.takesOver(client: "me", edit: edit) == false)
        #expect(ownership.takesOver(client: "you", edit: 3) == true)
    }

    @Test func `echoes of older edits are left alone`() {
        var ownership = TextOwnership(client: "me")
        let first = ownership.changed()
        let second = ownership.changed()
        #expect(ownership.takesOver(client: "me", edit: first) == false)
        #expect(ownership.takesOver(client: "you", edit: 9) == false)
        #expect(ownership.takesOver(client: "me", edit: second) == false)
    }

    @Test func `an older text that comes after a newer one was echoed is an undo`() {
        var ownership = TextOwnership(client: "me")
        let edits = [ownership.changed(), ownership.changed()]
        for edit in edits { #expect(ownership.takesOver(client: "me", edit: edit) == false) }
        #expect(ownership.takesOver(client: "me", edit: edits[0]) == true)
    }

    @Test func `an edit that changed nothing gives the text back`() {
        var ownership = TextOwnership(client: "me")
        let edit = ownership.changed()
        #expect(ownership.settled(edit - 1) == false)
        #expect(ownership.settled(edit) == true)
        #expect(ownership.takesOver(client: "you", edit: 1) == true)
    }
}
