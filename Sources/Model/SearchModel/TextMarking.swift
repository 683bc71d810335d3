// SPDX-License-Identifier: MIT

import Wire

/// What of a text a query finds.
public struct TextMarks: Sendable, Hashable {
    /// A stretch of the text, in bytes of UTF-8, and the number of the query's word that it is.
    public struct Mark: Sendable, Hashable {
        public let range: Range<Int>
        public let word: Int

        public init(_ range: Range<Int>, word: Int) {
            self.range = range
            self.word = word
        }
    }

    /// The stretches, in order; none overlaps another, and one that is several words is named once for each.
    public var marks: [Mark]
    /// Whether every word of the text is found as a whole.
    public var areAll: Bool

    public init(_ marks: [Mark] = [], areAll: Bool = false) {
        self.marks = marks
        self.areAll = areAll
    }
}

/// Finds the words of one query in texts, as the engine finds them that answers it.
public protocol TextMarking: Sendable {
    /// The words of the query, as shown to people.
    var words: [String] { get }
    /// What finds them in the texts of an attribute, whose name is written with dots; the standard form is the same in all.
    func marking(_ attribute: String) -> any TextMarking
    /// What of a text, given as UTF-8, is found.
    func marks(in text: UnsafeBufferPointer<UInt8>) -> TextMarks
    /// The part of a text that tells most of what is found in it.
    ///
    /// - Parameters:
    ///   - text: The text, as UTF-8.
    ///   - marks: What of it is found.
    ///   - limit: How many words the part has.
    /// - Returns: The part; the whole of a text that has no more words.
    func excerpt(of text: UnsafeBufferPointer<UInt8>, _ marks: TextMarks, words limit: Int) -> TextExcerpt
}

extension TextMarking {
    public func marking(_ attribute: String) -> any TextMarking { self }
}

extension JSON {
    /// The text of a value that is searched: of texts and numbers.
    package var searchedText: String? {
        switch self {
        case .string(let text): text
        case .int(let number): String(number)
        case .double(let number): number.description
        default: nil
        }
    }
}
