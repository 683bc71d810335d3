// SPDX-License-Identifier: MIT

/// How a stretch of text looks.
struct Style: OptionSet, Sendable, Hashable {
    let rawValue: Int

    static let bold = Style(rawValue: 1)
    static let dim = Style(rawValue: 2)
    static let inverse = Style(rawValue: 4)
    static let underlined = Style(rawValue: 8)
    /// A colour that draws the eye.
    static let accent = Style(rawValue: 16)
    /// The colour of a warning.
    static let warning = Style(rawValue: 32)

    /// The parameters of the terminal's command; without colours where these are not wanted.
    func parameters(inColour: Bool) -> [Int] {
        let all: [(Style, Int, isColour: Bool)] = [
            (.bold, 1, false), (.dim, 2, false), (.underlined, 4, false), (.inverse, 7, false), (.accent, 36, true),
            (.warning, 33, true),
        ]
        return all.filter { contains($0.0) && (inColour || !$0.isColour) }.map(\.1)
    }
}

/// A stretch of text that looks alike.
struct Span: Sendable, Hashable {
    var text: String
    var style: Style

    init(_ text: String, _ style: Style = []) {
        self.text = Cells.clean(text)
        self.style = style
    }
}

/// One line of the screen.
struct Line: Sendable, Hashable {
    var spans: [Span]

    init(_ spans: [Span] = []) { self.spans = spans }

    init(_ text: String, _ style: Style = []) { spans = [Span(text, style)] }

    /// The text alone.
    var text: String { spans.map(\.text).joined() }

    /// The columns it takes.
    var width: Int { spans.reduce(0) { $0 + Cells.width(of: $1.text) } }

    /// The line in exactly as many columns: what is too long ends with an ellipsis, what is too short with spaces.
    func fitted(to columns: Int) -> Line {
        guard columns > 0 else { return Line() }
        let isCut = width > columns
        var room = isCut ? columns - 1 : columns
        var fitted: [Span] = []
        for span in spans where room > 0 {
            let text = Cells.prefix(of: span.text, columns: room)
            room -= Cells.width(of: text)
            fitted.append(Span(text, span.style))
            if text.count < span.text.count { break }
        }
        if isCut {
            fitted.append(Span("…", fitted.last?.style ?? []))
            room = columns - fitted.reduce(0) { $0 + Cells.width(of: $1.text) }
        }
        if room > 0 {
            fitted.append(Span(String(repeating: " ", count: room), fitted.last?.style.intersection(.inverse) ?? []))
        }
        return Line(fitted)
    }

    /// The line as a terminal understands it.
    func rendered(inColour: Bool) -> String {
        spans.map { span in
            let parameters = span.style.parameters(inColour: inColour)
            guard !parameters.isEmpty else { return span.text }
            return "\u{1B}[\(parameters.map(String.init).joined(separator: ";"))m\(span.text)\u{1B}[0m"
        }.joined()
    }

    static func + (left: Line, right: Line) -> Line { Line(left.spans + right.spans) }
}
