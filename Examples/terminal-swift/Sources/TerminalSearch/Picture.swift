// SPDX-License-Identifier: MIT

/// How large a terminal is.
struct Size: Sendable, Hashable {
    var columns: Int
    var rows: Int
}

/// What the terminal shows: all its lines, and where the caret stands.
struct Picture: Sendable, Hashable {
    struct Place: Sendable, Hashable {
        var row: Int
        var column: Int
    }

    var size: Size
    var lines: [Line]
    var caret: Place?

    /// What has to be written so that a terminal that shows another picture shows this one; lines that stay are not written.
    func commands(after before: Picture?, inColour: Bool) -> String {
        var text = "\u{1B}[?25l"
        let isAnother = before?.size != size
        if isAnother { text += "\u{1B}[2J" }
        for (row, line) in lines.enumerated() {
            if !isAnother, let before, before.lines.indices.contains(row), before.lines[row] == line { continue }
            text += "\u{1B}[\(row + 1);1H" + line.rendered(inColour: inColour) + "\u{1B}[K"
        }
        if let caret { text += "\u{1B}[\(caret.row + 1);\(caret.column + 1)H\u{1B}[?25h" }
        return text
    }
}
