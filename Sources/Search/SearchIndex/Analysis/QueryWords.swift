// SPDX-License-Identifier: MIT

/// The words of a query: all must be found, the last one as the beginning of a word.
struct QueryWords: Sendable, Hashable {
    /// How many words of a query count; further ones are ignored, so that a pasted page stays cheap.
    static let limit = 32

    /// The folded words that must be found whole, each once.
    let whole: [String]
    /// The folded beginning of a word; `nil` where the query has no word at all.
    let prefix: String?

    init(_ text: String) {
        var words: [String] = []
        var text = text
        text.withUTF8 { bytes in
            var scanner = WordScanner(bytes, isQuery: true)
            while words.count < QueryWords.limit, scanner.next() {
                words.append(String(decoding: scanner.wordBytes, as: UTF8.self))
            }
        }
        prefix = words.popLast()
        var seen: Set<String> = []
        whole = words.filter { seen.insert($0).inserted }
    }

    var isEmpty: Bool { prefix == nil }

    /// Each word once, the last as a beginning.
    var asTyped: [QueryWord] {
        whole.filter { $0 != prefix }.map { QueryWord(Array($0.utf8)) } + last
    }

    /// Each word once and as a beginning.
    var asBeginnings: [QueryWord] {
        whole.filter { $0 != prefix }.map { QueryWord(Array($0.utf8), isPrefix: true) } + last
    }

    private var last: [QueryWord] { prefix.map { [QueryWord(Array($0.utf8), isPrefix: true)] } ?? [] }
}

extension String {
    /// The folded words with a space between each two.
    var foldedWords: String {
        var output: [UInt8] = []
        appendFoldedWords(to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// Appends the folded words, each after a space.
    func appendFoldedWords(to output: inout [UInt8]) {
        var text = self
        text.withUTF8 { bytes in
            var scanner = WordScanner(bytes)
            while scanner.next() {
                if !output.isEmpty { output.append(UInt8(ascii: " ")) }
                output.append(contentsOf: scanner.wordBytes)
            }
        }
    }
}
