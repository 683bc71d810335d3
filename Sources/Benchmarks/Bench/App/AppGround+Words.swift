// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

extension AppGround {
    /// How many words are enough.
    private static let wordLimit = 2000

    /// The words of records' texts, each once: those of 3 to 12 plain letters, in lower case.
    static func words(in records: [JSON]) -> [String] {
        var seen: Set<String> = []
        var words: [String] = []
        for record in records {
            for member in record.object?.members ?? [] where member.key != "objectID" {
                let value = member.value
                guard let text = value.string, text.utf8.count <= 100 else { continue }
                for part in text.lowercased().split(whereSeparator: { !("a"..."z").contains($0) }) {
                    let word = String(part)
                    guard (3...12).contains(word.utf8.count), seen.insert(word).inserted else { continue }
                    words.append(word)
                    if words.count == wordLimit { return words }
                }
            }
        }
        return words
    }
}
