// SPDX-License-Identifier: MIT

/// Suggests known words for misspelt ones.
public enum Spelling {
    /// A remedy for a word that is unknown: the likeliest known one, or all of them.
    static func remedy(for word: String, among known: [String]) -> String {
        if let meant = closest(to: word, among: known) { return "Did you mean `\(meant)`?" }
        guard !known.isEmpty else { return "There is none." }
        return "There \(known.count == 1 ? "is" : "are"): \(known.joined(separator: ", "))."
    }

    /// The known word that is few enough letters away.
    public static func closest(to word: String, among known: [String]) -> String? {
        let word = word.lowercased()
        let limit = max(1, word.count / 3)
        return
            known
            .map { (word: $0, distance: distance(word, $0.lowercased())) }
            .filter { $0.distance <= limit }
            .min { $0.distance < $1.distance }?
            .word
    }

    /// How many letters must be added, left out, replaced or swapped with the next one.
    private static func distance(_ left: String, _ right: String) -> Int {
        // A word much longer than any name is not a misspelling.
        guard left.count <= 64, right.count <= 64 else { return .max }
        let left = Array(left)
        let right = Array(right)
        var rows = [Array(0...right.count)]
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let replaced = rows[i][j] + (left[i] == right[j] ? 0 : 1)
                var best = min(replaced, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, rows[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
