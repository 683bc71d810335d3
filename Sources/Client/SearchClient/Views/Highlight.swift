// SPDX-License-Identifier: MIT

import Wire

/// A text cut into spans that are matched or not.
///
/// There is no markup in it.
public struct Highlight: ViewValue, Hashable {
    /// A part of the text.
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

    public init(spans: [Span]) { self.spans = spans }

    /// The whole text.
    public var text: String { spans.map(\.text).joined() }

    /// Reads spans; `nil` for other JSON, such as the highlights of a list.
    init?(json: JSON) {
        guard let elements = json.array else { return nil }
        var spans: [Span] = []
        for element in elements {
            guard let pair = element.array, pair.count == 2, let text = pair[0].string, let flag = pair[1].bool else {
                return nil
            }
            spans.append(Span(text, isMatched: flag))
        }
        self.spans = spans
    }
}

extension Highlight {
    public static func read(_ json: JSON, named name: String) throws -> Highlight {
        guard let highlight = Highlight(json: json) else {
            throw JSONError("`\(name)` is not a list of texts with whether they match")
        }
        return highlight
    }
}
