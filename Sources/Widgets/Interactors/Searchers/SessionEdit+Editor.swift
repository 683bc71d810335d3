// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension SessionEdit.Editor {
    static let members = [
        Schema.Member("client", .text(maximum: 64), "The client that typed the text, by a name of its choice."),
        Schema.Member("edit", .count, "The number that the client gave the edit."),
    ]

    var json: [(String, JSON)] {
        [("client", .string(client))] + (edit.map { [("edit", JSON($0))] } ?? [])
    }
}
