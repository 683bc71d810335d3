// SPDX-License-Identifier: MIT

extension OpenSession {
    /// The maximum number of open searches of Algolia's interface.
    private static let questionLimit = 8

    /// Counts the session in the hour and the day, each once.
    mutating func count(at: Int64, _ changes: inout InsightsChanges) {
        let (hour, day) = (at / EventTime.hour, at / EventTime.day)
        if hour > self.hour {
            self.hour = hour
            changes.hours[hour, default: .init()].sessions += 1
        }
        if day > self.day {
            self.day = day
            changes.sessionsOfDays[day, default: 0] += 1
        }
    }

    // MARK: Intents

    /// Has intents be found by something else: those that a turn carried out by the turn, and once it is known which chain its
    /// answer will be in, by that.
    mutating func rename(_ id: UInt64, to other: UInt64) {
        for index in asked.indices where asked[index].id == id { asked[index].id = other }
    }

    /// Counts how long the first answer took, for each intent that it is the answer to.
    mutating func time(_ cause: UInt64, at: Int64, _ changes: inout InsightsChanges) {
        for intent in asked where intent.id == cause {
            let bucket = LatencyBuckets.bucket(of: max(0, at - intent.at))
            changes.latencies[.init(day: at / EventTime.day, bucket: bucket), default: 0] += 1
        }
        asked.removeAll { $0.id == cause }
    }

    // MARK: Searches

    mutating func take(
        _ new: RequestedSearch,
        of unit: String,
        isOneOff: Bool,
        at: Int64,
        _ rules: InsightsRules,
        _ changes: inout InsightsChanges
    ) {
        let filters = new.refinements.map(\.digest)
        if let index = current.firstIndex(where: { $0.searchers.contains(unit) }) {
            guard current[index].query != new.query || isOneOff else {
                noteRefinements(new, to: current[index], at: at, &changes)
                // Without a text, only filters make a search of it.
                let isSorted = !new.query.isEmpty && current[index].shape != new.shape
                let isChanged = isSorted || current[index].filters != filters
                // Refining or sorting confirms the current text.
                if isChanged { settle(index, at: current[index].since, rules, &changes) }
                current[index].filters = filters
                current[index].shape = new.shape
                return
            }
            close(index, rules, &changes)
        }
        if let index = current.firstIndex(where: { $0.cause == new.cause && $0.query == new.query && $0.place == 0 }) {
            // One text for several searchers is one search.
            current[index].searchers.append(unit)
            current[index].first.merge(new.numbers) { first, _ in first }
        } else {
            var search =
                toldAhead(new.query, of: unit, at: at, rules)
                ?? Search(searchers: [unit], query: new.query, cause: 0, since: at)
            (search.cause, search.first, search.filters, search.shape) = (new.cause, new.numbers, filters, new.shape)
            current.append(search)
        }
        guard isOneOff, !new.query.isEmpty, let index = current.indices.last else { return }
        // Clicks on results of such a search cannot be reported.
        current[index].isTracked = false
        settle(index, at: at, rules, &changes)
    }

    /// The search of a text that a click has just reported, before its request was on the log: it is counted.
    private mutating func toldAhead(_ query: String, of unit: String, at: Int64, _ rules: InsightsRules) -> Search? {
        let index = recent.lastIndex { search in
            search.isAhead && search.query == query && search.searchers == [unit] && at - search.since < rules.pause
        }
        guard let index else { return nil }
        var search = recent.remove(at: index)
        search.isAhead = false
        return search
    }

    /// Takes what a call of Algolia's interface searches for.
    mutating func take(
        _ new: QuestionSearches,
        isOneOff: Bool,
        at: Int64,
        _ rules: InsightsRules,
        _ changes: inout InsightsChanges
    ) {
        // Searches of many users follow each other there; none continues another.
        if isOneOff { while !current.isEmpty { close(0, rules, &changes) } }
        for one in new.list {
            // A key of several users mixes their texts: a text continues one that it begins with, or the other way.
            let earlier = current.lastIndex { search in
                !isOneOff && search.searchers == [one.searcher] && search.place > 0 && search.place != new.place
                    && (search.query.hasPrefix(one.query) || one.query.hasPrefix(search.query))
            }
            var search = Search(searchers: [one.searcher], query: one.query, cause: new.cause, since: at)
            (search.place, search.member, search.isTracked) = (new.place, one.member, one.isTracked)
            search.filters = one.isFiltered ? [1] : []
            if let earlier {
                if current[earlier].query == one.query {
                    // The same text again: another page, or filters.
                    settle(earlier, at: current[earlier].since, rules, &changes)
                    var same = current.remove(at: earlier)
                    (same.place, same.member) = (new.place, one.member)
                    same.isTracked = same.isTracked || one.isTracked
                    search = same
                } else {
                    close(earlier, rules, &changes)
                }
            }
            current.append(search)
            guard isOneOff, !one.query.isEmpty, let index = current.indices.last else { continue }
            settle(index, at: at, rules, &changes)
        }
        while current.count > Self.questionLimit, current.first?.place ?? 0 > 0 {
            settle(0, at: current[0].since, rules, &changes)
            close(0, rules, &changes)
        }
    }

    private func noteRefinements(
        _ new: RequestedSearch,
        to search: Search,
        at: Int64,
        _ changes: inout InsightsChanges
    ) {
        let known = Set(search.filters)
        for refinement in new.refinements where !known.contains(refinement.digest) {
            let key = InsightsChanges.RefinementKey(
                day: at / EventTime.day,
                searcher: search.searchers.first ?? "",
                attribute: refinement.attribute,
                value: refinement.value
            )
            changes.refinements[key, default: 0] += 1
        }
    }

    // MARK: Counting

    /// Counts the searches whose text has stood long enough.
    mutating func settleStanding(at now: Int64, _ rules: InsightsRules, _ changes: inout InsightsChanges) {
        for index in current.indices
        where current[index].day == nil && now - current[index].since >= rules.pause && !current[index].query.isEmpty {
            settle(index, at: current[index].since, rules, &changes)
        }
    }

    /// Counts a search, if it is not counted.
    private mutating func settle(_ index: Int, at: Int64, _ rules: InsightsRules, _ changes: inout InsightsChanges) {
        guard current[index].day == nil else { return }
        let day = at / EventTime.day
        current[index].day = day
        let search = current[index]
        changes.queries[search.key, default: .init()].searches += 1
        if search.isTracked { changes.queries[search.key, default: .init()].tracked += 1 }
        if search.views > 0 { changes.queries[search.key, default: .init()].views += search.views }
        current[index].views = 0
        changes.hours[at / EventTime.hour, default: .init()].searches += 1
        judge(index, rules, &changes)
    }

    /// Counts how a search was answered, once that is known.
    private mutating func judge(_ index: Int, _ rules: InsightsRules, _ changes: inout InsightsChanges) {
        let search = current[index]
        guard search.day != nil, !search.isJudged, !search.found.isEmpty else { return }
        let total = search.found.values.reduce(0, +)
        let members = search.place > 0 ? 1 : search.searchers.reduce(0) { $0 + (rules.members[$1]?.count ?? 0) }
        // It has no results only if no searcher has any.
        guard total > 0 || search.found.count >= members else { return }
        current[index].isJudged = true
        changes.queries[search.key, default: .init()].answered += 1
        changes.queries[search.key, default: .init()].results += total
        guard total == 0 else { return }
        changes.queries[search.key, default: .init()].empty += 1
        if !search.filters.isEmpty { changes.queries[search.key, default: .init()].emptyRefined += 1 }
        changes.hours[search.since / EventTime.hour, default: .init()].empty += 1
    }

    mutating func answer(
        _ searcher: String,
        request: Int,
        _ found: Int,
        _ rules: InsightsRules,
        _ changes: inout InsightsChanges
    ) {
        for index in current.indices where current[index].first[searcher].map({ request >= $0 }) ?? false {
            current[index].found[searcher] = found
            judge(index, rules, &changes)
        }
    }

    /// A call of Algolia's interface was answered.
    mutating func answer(toQuestion place: UInt64, _ found: [Int?], _ changes: inout InsightsChanges) {
        for index in current.indices where current[index].place == place {
            guard found.indices.contains(current[index].member), let count = found[current[index].member] else {
                continue
            }
            current[index].found["hits"] = max(0, count)
            judge(index, InsightsRules(members: [:]), &changes)
        }
    }

    /// Ends a search, whose text is final; one that was not counted is dropped.
    private mutating func close(_ index: Int, _ rules: InsightsRules, _ changes: inout InsightsChanges) {
        var search = current.remove(at: index)
        guard search.day != nil else { return }
        // Only clicks may still come: the data for answers are no longer needed, and sessions are kept small.
        (search.cause, search.first, search.found, search.filters, search.shape) = (0, [:], [:], [], 0)
        search.since = 0
        if recent.count >= rules.recent { recent.removeFirst() }
        recent.append(search)
    }

    /// Ends the session: what stands was searched for.
    mutating func end(_ rules: InsightsRules, _ changes: inout InsightsChanges) {
        for index in current.indices where !current[index].query.isEmpty {
            settle(index, at: current[index].since, rules, &changes)
        }
    }

    // MARK: Clicks

    /// Counts a click, a conversion or a view.
    mutating func take(_ report: Report, at: Int64, _ rules: InsightsRules, _ changes: inout InsightsChanges) {
        switch report.kind {
        case .click: changes.hours[at / EventTime.hour, default: .init()].clicks += report.count
        case .conversion: changes.hours[at / EventTime.hour, default: .init()].conversions += report.count
        case .view: return see(report, at: at, rules, &changes)
        }
        if let index = current.lastIndex(where: { $0.belongs(report, rules) }) {
            // Opening a result confirms the current text.
            settle(index, at: current[index].since, rules, &changes)
            current[index].add(report, &changes)
        } else if let index = recent.lastIndex(where: { $0.belongs(report, rules) }) {
            recent[index].add(report, &changes)
        } else if let query = report.query {
            // What was opened was searched for, though it did not stand.
            var search = Search(searchers: [rules.unit(of: report.searcher)], query: query, cause: 0, since: at)
            (search.place, search.member, search.day) = (report.place, report.member, at / EventTime.day)
            search.isAhead = report.place == 0
            if !report.isCounted {
                changes.queries[search.key, default: .init()].searches += 1
                changes.queries[search.key, default: .init()].tracked += 1
                changes.hours[at / EventTime.hour, default: .init()].searches += 1
            }
            search.add(report, &changes)
            if recent.count >= rules.recent { recent.removeFirst() }
            recent.append(search)
        }
    }
}

extension OpenSession.Search {
    /// Where it is counted.
    var key: InsightsChanges.QueryKey {
        InsightsChanges.QueryKey(day: day ?? 0, searcher: searchers.first ?? "", query: query)
    }

    /// Whether a report is about what this search found.
    func belongs(_ report: Report, _ rules: InsightsRules) -> Bool {
        if report.place > 0 || place > 0 { return report.place == place && report.member == member }
        guard report.query.map({ $0 == query }) ?? true else { return false }
        return searchers.contains { $0 == report.searcher || rules.members[$0]?.contains(report.searcher) == true }
    }

    mutating func add(_ report: Report, _ changes: inout InsightsChanges) {
        changes.queries[key, default: .init()].add(report, isClicked: isClicked, isConverted: isConverted)
        switch report.kind {
        case .click: isClicked = true
        case .conversion: isConverted = true
        case .view: break
        }
    }
}

extension InsightsChanges.QueryCounts {
    fileprivate mutating func add(_ report: Report, isClicked: Bool, isConverted: Bool) {
        switch report.kind {
        case .click:
            clicked += isClicked ? 0 : 1
            clicks += report.count
            placed += report.positions.count
            positions += report.positions.reduce(0) { $0 + min($1, 1_000_000) }
        case .conversion:
            converted += isConverted ? 0 : 1
            conversions += report.count
        case .view: break
        }
    }
}
