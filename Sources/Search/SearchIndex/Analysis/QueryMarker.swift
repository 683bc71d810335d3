// SPDX-License-Identifier: MIT

import SearchModel

/// Marks in texts what a search for records finds, and says which word of the query it is.
public struct QueryMarker: TextMarking {
    public let words: [String]
    private let matcher: TextMatcher
    /// What finds them in attributes in which no errors are forgiven, and which attributes these are.
    private let strictMatcher: TextMatcher
    private let strictAttributes: Set<String>

    /// Makes a marker for a query as it is typed: its words whole, the last as a beginning, without errors.
    ///
    /// A query without words finds nothing.
    public init(_ query: String) { self.init(words: QueryWords(query).asTyped) }

    /// Makes a marker for the words of a query with all that counts as them.
    init(words: [QueryWord], joins: [QueryJoin] = []) {
        self.words = words.map { String(decoding: $0.word, as: UTF8.self) }
        matcher = TextMatcher(words: words, joins: joins)
        (strictMatcher, strictAttributes) = (matcher, [])
    }

    init(_ plan: QueryPlan) {
        words = plan.words.map { String(decoding: $0.word, as: UTF8.self) }
        matcher = TextMatcher(plan)
        strictAttributes = plan.scope.strict
        strictMatcher = strictAttributes.isEmpty ? matcher : TextMatcher(plan, isStrict: true)
    }

    private init(words: [String], _ matcher: TextMatcher) {
        self.words = words
        (self.matcher, strictMatcher, strictAttributes) = (matcher, matcher, [])
    }

    func matcher(of attribute: String) -> TextMatcher {
        strictAttributes.contains(attribute) ? strictMatcher : matcher
    }

    public func marking(_ attribute: String) -> any TextMarking {
        strictAttributes.contains(attribute) ? QueryMarker(words: words, strictMatcher) : self
    }

    public func marks(in text: UnsafeBufferPointer<UInt8>) -> TextMarks {
        guard !matcher.isEmpty else { return TextMarks() }
        let found = TextStretches(matcher.tokens(in: text))
        var marks = TextMarks(areAll: found.areAll)
        for stretch in found.stretches {
            for word in 0..<TextMatcher.limit where stretch.words >> UInt32(word) & 1 != 0 {
                marks.marks.append(TextMarks.Mark(stretch.range, word: word))
            }
        }
        return marks
    }

    public func excerpt(of text: UnsafeBufferPointer<UInt8>, _ marks: TextMarks, words limit: Int) -> TextExcerpt {
        let words = matcher.tokens(in: text).map { TextExcerpt.Word($0.range, found: $0.words) }
        return TextExcerpt(of: words, length: text.count, limit: limit)
    }
}
