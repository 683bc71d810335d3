// SPDX-License-Identifier: MIT

import SearchModel

/// Finds the best of the rows of one segment that match a query.
///
/// It looks at no more rows than it must: those with the fewest errors first, and of these no more once none that follows can be
/// better. Rows are in the order of the index's own ranking, so that of equals the first is the best. Once the budget of the
/// matcher is spent, rows are missing.
struct SegmentRanking {
    /// Below so many rows each is simply looked at.
    private static let few = 2_048
    /// How many rows are compared that have the same number of errors, the first ones in the index's own order.
    ///
    /// So a query of words that nearly all records have costs no more than any other.
    private static let mostCompared = 32_768
    /// How many rows are compared for an attribute that is nothing but the query, once the others cannot be better.
    private static let mostForElement = 128
    /// How many rows are brought from memory at once before they are read one after another.
    private static let together = 16
    /// How many rows of one word are compared that have it in the same place.
    private static let mostInPlace = 1_024

    let matcher: SegmentMatcher
    let evaluator: RowEvaluator
    let keys: RankingKeys
    /// What the optional filters of the request are worth, with the rows that meet each.
    let preferences: [(rows: RowSet, worth: Int)]
    /// From where distances count, and in what steps, in metres.
    let origin: (point: GeoPoint, precision: Double)?

    /// The best rows.
    func best(_ limit: Int, of found: RowSet) -> [BestRows.Entry] {
        guard limit > 0 else { return [] }
        var best = BestRows(limit: limit)
        guard !matcher.plan.isEmpty else {
            guard !preferences.isEmpty || origin != nil else {
                guard budget.spend(min(limit, found.count) * WorkBudget.listedRow) else { return [] }
                return found.first(limit).map { BestRows.Entry(key: 0, row: $0) }
            }
            forEachKey(of: found, enough: limit) { best.add($0, $1) }
            return best.sorted
        }
        guard keys.startsWithTypos, matcher.plan.optional.isEmpty else {
            forEachKey(of: found, enough: limit) { best.add($0, $1) }
            return best.sorted
        }
        forEachBucket(of: found) { bucket, typos in
            rank(bucket, typos: typos, &best)
            return best.count < limit
        }
        return best.sorted
    }

    private var budget: WorkBudget { matcher.budget }

    /// Calls the closure with the key of each row that may be among the first ones, in no order.
    ///
    /// - Parameters:
    ///   - found: The rows that match words and filters.
    ///   - limit: How many are enough: rows with more errors than so many others are left out where errors count first.
    ///   - body: Gets the key and the row.
    func forEachKey(of found: RowSet, enough limit: Int, _ body: (UInt64, Int) -> Void) {
        guard !matcher.plan.isEmpty else {
            found.forEachWhile { row in
                guard budget.spend(price(of: row, isRead: false)) else { return false }
                body(key(of: row, RowQuality()), row)
                return true
            }
            return
        }
        guard keys.startsWithTypos, matcher.plan.optional.isEmpty else {
            found.forEachWhile { row in
                guard budget.spend(price(of: row)) else { return false }
                body(key(of: row, evaluator.quality(of: row)), row)
                return true
            }
            return
        }
        var count = 0
        forEachBucket(of: found) { bucket, typos in
            bucket.forEachWhile { row in
                guard budget.spend(price(of: row)) else { return false }
                body(key(of: row, typos: typos), row)
                return true
            }
            count += bucket.count
            return count < limit
        }
    }

    /// Calls the closure with the rows that have no error, then with those that have one, and so on, until it answers `false` or
    /// no row is left.
    private func forEachBucket(of found: RowSet, _ body: (RowSet, Int) -> Bool) {
        var left = found
        for typos in 0...matcher.mostTypos {
            guard !left.isEmpty, !budget.isSpent else { return }
            let bucket = matcher.rows(typos: typos).intersection(left)
            budget.spend(left.cost * 2)
            guard body(bucket, typos) else { return }
            left.subtract(bucket)
        }
    }

    /// The price of a row's key, in units.
    private func price(of row: Int, isRead: Bool = true) -> Int {
        let words = isRead ? WorkBudget.rankedRow + matcher.segment.forward.range(of: row).count * 2 : 8
        return words + preferences.count * 16 + (origin == nil ? 0 : WorkBudget.distance)
    }

    private func rank(_ bucket: RowSet, typos: Int, _ best: inout BestRows) {
        guard preferences.isEmpty, origin == nil else {
            bucket.forEachWhile { row in
                guard budget.spend(price(of: row)) else { return false }
                best.add(key(of: row, typos: typos), row)
                return true
            }
            return
        }
        if bucket.count > SegmentRanking.few, typos == 0, let postings = matcher.placedPostings {
            rankByPlace(bucket, postings, &best)
            return
        }
        // Rows that have the last word as typed may be better than any other, and are evaluated first.
        guard bucket.count > SegmentRanking.few, let exact = lastWordRows() else {
            scan(bucket, typos: typos, mayBeExact: true, &best)
            return
        }
        scan(bucket.intersection(exact), typos: typos, mayBeExact: true, &best)
        scan(bucket.subtracting(exact), typos: typos, mayBeExact: false, &best)
    }

    /// The rows that have the last word as typed, or another word that is as exact; `nil` where no other rows have it.
    private func lastWordRows() -> RowSet? {
        guard let word = matcher.plan.words.last, word.isPrefix else { return nil }
        let segment = matcher.segment
        var rows = RowSetBuilder(capacity: segment.rowCount)
        for text in [word.word] + word.variants {
            guard let term = segment.terms.number(of: text) else { continue }
            let postings = segment.postings[term]
            budget.spend(postings.cost(of: segment.rowCount))
            rows.insert(postings)
        }
        return rows.finish()
    }

    private func scan(_ rows: RowSet, typos: Int, mayBeExact: Bool, _ best: inout BestRows) {
        let perfect = evaluator.best(typos: typos, mayBeExact: mayBeExact)
        let lowest = keys.key(perfect)
        var more = perfect
        more.element = 0
        let lowestOfMore = keys.key(more)
        // The last place at which a word of a row has to stand that is better than the worst one kept.
        var (limit, worst) = (WordPlace.none, UInt64.max)
        var left = max(SegmentRanking.mostCompared, best.wanted)
        rows.forEachGroup(of: SegmentRanking.together) { group in
            evaluator.fetch(group)
            guard budget.spend(group.reduce(0) { $0 + price(of: $1) }) else { return false }
            for row in group {
                if left == 0 || best.excludes(lowest, from: row) { return false }
                if left > SegmentRanking.mostForElement, best.excludes(lowestOfMore, from: row) {
                    left = SegmentRanking.mostForElement
                }
                left -= 1
                if best.worst < worst {
                    worst = best.worst
                    limit = lastPlace(of: perfect, upTo: limit, within: worst)
                }
                if var quality = evaluator.quality(of: row, limit: limit) {
                    quality.typos = typos
                    best.add(keys.key(quality), row)
                }
            }
            return true
        }
    }

    /// The last place at which a row has a key that is low enough, if everything else about it is perfect.
    private func lastPlace(of perfect: RowQuality, upTo limit: UInt8, within worst: UInt64) -> UInt8 {
        var quality = perfect
        quality.place = limit
        while quality.place > 0, keys.key(quality) > worst { quality.place -= 1 }
        return quality.place
    }

    private func key(of row: Int, typos: Int) -> UInt64 {
        var quality = evaluator.quality(of: row)
        quality.typos = typos
        return key(of: row, quality)
    }

    private func key(of row: Int, _ quality: RowQuality) -> UInt64 {
        var quality = quality
        for preference in preferences where preference.rows.contains(row) { quality.filters += preference.worth }
        if let origin {
            let place = matcher.segment.points?.nearest(to: origin.point, of: row)
            quality.distance = place.map { Int(min($0.distance / origin.precision, 1e6)) } ?? .max
        }
        return keys.key(quality)
    }

    // MARK: - One word that many rows have

    /// Ranks by the places that are stored with the rows, and looks only at those whose place is good enough.
    private func rankByPlace(_ bucket: RowSet, _ lists: [Postings], _ best: inout BestRows) {
        // A byte a row, and three walks over the rows found.
        let price = lists.reduce(matcher.segment.rowCount / 8) { $0 + $1.cost(of: matcher.segment.rowCount) * 2 }
        guard budget.spend(price + bucket.cost + bucket.count * 8) else { return }
        var byRow = [UInt8](repeating: WordPlace.none, count: matcher.segment.rowCount)
        var unplaced = RowSetBuilder(capacity: matcher.segment.rowCount)
        byRow.withUnsafeMutableBufferPointer { byRow in
            for postings in lists {
                guard let places = postings.places else {
                    unplaced.insert(postings)
                    continue
                }
                var index = 0
                postings.forEach { row in
                    if row < byRow.count, index < places.count { byRow[Int(row)] = min(byRow[Int(row)], places[index]) }
                    index += 1
                }
            }
            // Where some word stands is not stored: such a row is looked at whatever else it has.
            unplaced.finish().forEach { byRow[$0] = WordPlace.none }
        }
        var counts = [Int](repeating: 0, count: 256)
        var others: [Int] = []
        bucket.forEach { row in
            counts[Int(byRow[row])] += 1
            if byRow[row] == WordPlace.none { others.append(row) }
        }
        add(others[...], to: &best)
        var sum = 0
        let wanted = max(1, best.wanted)
        var worst = 0
        while worst < Int(WordPlace.none) - 1 {
            sum += counts[worst]
            if sum >= wanted { break }
            worst += 1
        }
        let last = UInt8(worst)
        var (before, inPlace): ([Int], [Int]) = ([], [])
        bucket.forEach { row in
            if byRow[row] < last { before.append(row) }
            if byRow[row] == last { inPlace.append(row) }
        }
        add(before[...], to: &best)
        // Of those in the last place that counts, what has the word whole is before all others.
        let whole = lastWordRows()
        let most = max(SegmentRanking.mostInPlace, wanted)
        let exact = whole.map { whole in inPlace.filter { whole.contains($0) } } ?? inPlace
        add(exact.prefix(most), to: &best)
        guard let whole, exact.count < wanted else { return }
        add(Array(inPlace.lazy.filter { !whole.contains($0) }.prefix(wanted))[...], to: &best)
    }

    /// Looks at rows that are found without an error.
    private func add(_ rows: ArraySlice<Int>, to best: inout BestRows) {
        var rest = rows
        while !rest.isEmpty {
            let group = rest.prefix(SegmentRanking.together)
            guard budget.spend(group.reduce(0) { $0 + price(of: $1) }) else { return }
            group.withUnsafeBufferPointer { evaluator.fetch($0) }
            for row in group { best.add(key(of: row, typos: 0), row) }
            rest = rest.dropFirst(group.count)
        }
    }
}
