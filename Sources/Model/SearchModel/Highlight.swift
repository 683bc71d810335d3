// SPDX-License-Identifier: MIT

import Wire

/// A text cut into spans that are matched or not.
///
/// There is no markup anywhere: the controller decides how a match looks.
public struct Highlight: Sendable, Hashable {
    /// A stretch of text that is matched or not.
    public struct Span: Sendable, Hashable {
        public let text: String
        public let isMatched: Bool

        public init(_ text: String, isMatched: Bool) {
            self.text = text
            self.isMatched = isMatched
        }
    }

    /// The spans in order; together they are the whole text.
    public let spans: [Span]

    public init(spans: [Span]) {
        self.spans = spans
    }

    public var text: String { spans.map(\.text).joined() }

    /// The same text with the other spans marked, as where what is still to be typed stands out.
    public var inverted: Highlight {
        Highlight(spans: spans.map { Span($0.text, isMatched: !$0.isMatched) })
    }

    public var hasMatch: Bool { spans.contains(where: \.isMatched) }
}

extension Highlight: JSONConvertible {
    public init(json: JSON) throws {
        guard let elements = json.array else { throw JSONError("a highlight is not an array of spans") }
        self.init(
            spans: try elements.map { element in
                guard let pair = element.array, pair.count == 2, let text = pair[0].string, let flag = pair[1].bool
                else { throw JSONError("a highlight's span is not a text and a boolean") }
                return Span(text, isMatched: flag)
            }
        )
    }

    public var json: JSON {
        .array(spans.map { .array([.string($0.text), .bool($0.isMatched)]) })
    }
}
