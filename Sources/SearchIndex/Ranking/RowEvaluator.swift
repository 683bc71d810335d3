// SPDX-License-Identifier: MIT
// Part of SearchBus.

import SearchModel

/// Reads from the words of a row how well it matches.
struct RowEvaluator {
    /// How far apart words count as at the most.
    private static let farthest = 8

    private let forward: ForwardIndex
    private let roles: [UInt32]
    private let unordered: UInt64
    private let wordCount: Int
    private let minProximity: Int
    private let singleWord: RelevanceSettings.SingleWordExactness

    /// Prepares for the rows that a matcher finds.
    init(_ matcher: SegmentMatcher, relevance: RelevanceSettings) {
        forward = matcher.segment.forward
        unordered = matcher.segment.unorderedRanks
        roles = matcher.roles.roles
        wordCount = min(matcher.plan.words.count, TermRoles.mostWords)
        minProximity = relevance.minProximity
        singleWord = relevance.exactOnSingleWordQuery
    }

    /// What can be read of a row.
    func quality(of row: Int) -> RowQuality {
        wordCount == 1 ? single(row) : several(row)
    }

    /// The same of a query of one word, whose place and exactness are all there is.
    private func single(_ row: Int) -> RowQuality {
        var quality = RowQuality()
        var cursor = WordCursor()
        var best = Int.max
        var place = WordPlace.none
        var isWhole = false
        var isAlone = false
        let range = forward.range(of: row)
        roles.withUnsafeBufferPointer { roles in
            forEachWord(range) { index, number in
                defer { cursor.step(over: number) }
                guard number >= ForwardIndex.firstTerm else { return }
                let term = Int(number &- ForwardIndex.firstTerm)
                guard term < roles.count, roles[term] & 15 != 0,
                    let role = TermRoles.Role(rawValue: roles[term] & 15)
                else { return }
                if role == .whole || role == .variant {
                    isWhole = true
                    let before = index > range.lowerBound ? forward[index - 1] : 0
                    let after = index + 1 < range.upperBound ? forward[index + 1] : 0
                    isAlone = isAlone || max(before, after) < ForwardIndex.firstTerm
                }
                if role.typos < best {
                    (best, place) = (role.typos, cursor.place(unordered: unordered))
                } else if role.typos == best {
                    place = min(place, cursor.place(unordered: unordered))
                }
            }
        }
        quality.typos = best == .max ? 0 : best
        quality.words = best == .max ? 0 : 1
        quality.place = place
        quality.exact =
            switch singleWord {
            case .attribute: isAlone ? 2 : isWhole ? 1 : 0
            case .word: isWhole ? 1 : 0
            case .none: 0
            }
        return quality
    }

    private func several(_ row: Int) -> RowQuality {
        var quality = RowQuality()
        var cursor = WordCursor()
        // What is known of each of the first eight words, in a byte or two each.
        var typos = SIMD8<UInt8>(repeating: .max)
        var last = SIMD8<Int32>(repeating: -1)
        var distances = SIMD8<UInt8>(repeating: UInt8(RowEvaluator.farthest))
        var exact: UInt32 = 0
        var place = WordPlace.none
        roles.withUnsafeBufferPointer { roles in
            forEachWord(forward.range(of: row)) { _, number in
                defer { cursor.step(over: number) }
                guard number >= ForwardIndex.firstTerm else {
                    if number != ForwardIndex.gap { last = SIMD8(repeating: -1) }
                    return
                }
                let term = Int(number &- ForwardIndex.firstTerm)
                guard term < roles.count, roles[term] != 0 else { return }
                var rest = roles[term]
                var word = 0
                place = min(place, cursor.place(unordered: unordered))
                let position = Int32(truncatingIfNeeded: cursor.position)
                while rest != 0 {
                    defer {
                        rest >>= 4
                        word += 1
                    }
                    guard let role = TermRoles.Role(rawValue: rest & 15), role != .none, word < wordCount else {
                        continue
                    }
                    typos[word] = min(typos[word], UInt8(role.typos))
                    if role == .whole || role == .variant { exact |= 1 << UInt32(word) }
                    if word > 0, last[word - 1] >= 0 {
                        note(Int(position - last[word - 1]), isReversed: false, of: word - 1, &distances)
                    }
                    if word + 1 < wordCount, last[word + 1] >= 0 {
                        note(Int(position - last[word + 1]), isReversed: true, of: word, &distances)
                    }
                    last[word] = position
                }
            }
        }
        var errors = 0
        for word in 0..<wordCount where typos[word] != .max {
            quality.words += 1
            errors += Int(typos[word])
            if word + 1 < wordCount, typos[word + 1] != .max {
                quality.proximity += max(minProximity, Int(distances[word]))
            }
        }
        quality.typos = errors
        quality.place = place
        quality.exact = exact.nonzeroBitCount
        return quality
    }

    /// Calls the closure with each number of a row and its place.
    @inline(__always)
    private func forEachWord(_ range: Range<Int>, _ body: (Int, UInt32) -> Void) {
        guard let start = forward.bytes.baseAddress else { return }
        let (width, mask) = (forward.width, forward.mask)
        var index = range.lowerBound
        while index < range.upperBound {
            body(index, start.loadUnaligned(fromByteOffset: index &* width, as: UInt32.self) & mask)
            index &+= 1
        }
    }

    /// Notes how far a word and the next one of the query are apart somewhere.
    @inline(__always)
    private func note(_ distance: Int, isReversed: Bool, of word: Int, _ distances: inout SIMD8<UInt8>) {
        // Words in the other order are a step farther from what was meant; one that is both stands for both.
        let steps = distance == 0 ? 1 : distance + (isReversed ? 1 : 0)
        distances[word] = min(distances[word], UInt8(truncatingIfNeeded: min(steps, RowEvaluator.farthest)))
    }

    /// The best that a row can be that has all words with so many errors.
    func best(typos: Int, mayBeExact: Bool) -> RowQuality {
        var quality = RowQuality()
        quality.typos = typos
        quality.words = wordCount
        quality.proximity = (wordCount - 1) * minProximity
        quality.exact = wordCount == 1 ? (mayBeExact ? 2 : 0) : wordCount - (mayBeExact ? 0 : 1)
        return quality
    }
}
