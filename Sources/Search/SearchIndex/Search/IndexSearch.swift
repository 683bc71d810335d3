// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// Answers one request from one version of an index.
struct IndexSearch {
    let snapshot: IndexSnapshot
    let request: SearchRequest
    let parameters: SearchParameters
    /// What puts one of two records first that match equally well; `nil` for the order in which segments have them.
    let customRanking: [RankingRule]?
    let budget: WorkBudget
    var evaluators: [FilterEvaluator]
    private var warnings: [SearchWarning] = []

    init(_ request: SearchRequest, snapshot: IndexSnapshot, replica: Replica? = nil, _ budget: WorkBudget) {
        self.request = request
        self.snapshot = snapshot
        self.budget = budget
        let settings = replica?.applied(to: snapshot.settings) ?? snapshot.settings
        parameters = SearchParameters(request.parameters, settings: settings)
        customRanking = replica?.customRanking
        evaluators = snapshot.parts.indices.map {
            FilterEvaluator(snapshot: snapshot, part: $0, ignoresCase: request.ignoresCase, budget)
        }
    }

    /// Searches; see `IndexReader.answers`.
    mutating func run() throws -> SearchResponse {
        let clock = ContinuousClock()
        let start = clock.now
        let content: SearchResponse.Content =
            switch request.kind {
            case .hits: .hits(try hits())
            case .facetValues(let attribute, let limit):
                .facetValues(attribute: attribute, values: try facetValues(of: attribute, limit: limit))
            }
        try budget.check()
        let microseconds = (clock.now - start) / .microseconds(1)
        return SearchResponse(
            query: request.query,
            processingTimeMS: microseconds.rounded() / 1_000,
            content: content
        )
    }

    var plan: QueryPlan {
        var plan = QueryPlanner(
            relevance: parameters.relevance,
            segments: snapshot.parts.map(\.segment),
            synonyms: snapshot.synonyms,
            budget: budget
        ).plan(request.query)
        plan.scope = parameters.scope
        return plan
    }

    // MARK: - Records

    private mutating func hits() throws -> SearchResponse.Hits {
        guard request.page >= 0, (0...1_000).contains(request.hitsPerPage), request.facets.allSatisfy({ $0.limit >= 0 })
        else {
            throw SearchBusError(
                .invalidArgument,
                "Page \(request.page) with \(request.hitsPerPage) records.",
                remedy: "Request a page from 0, 0 to 1,000 records, and 0 facet values or more."
            )
        }
        let allowed = try filtered(by: request.baseFilters)
        let words = try matching(plan, within: allowed)
        let base = words.rows
        let found = try refined(base, by: request.filters)
        try budget.check()
        var answer = SearchResponse.Hits(
            totalCount: found.reduce(0) { $0 + $1.count },
            page: request.page,
            hitsPerPage: request.hitsPerPage
        )
        try fill(&answer, words, found)
        for attribute in request.countedAttributes {
            let counts = try counts(of: attribute, base: base, found: found)
            budget.hold(counts.reduce(attribute.utf8.count) { $0 + $1.byteCount })
            answer.facets[attribute] = counts
            try budget.check()
        }
        for attribute in request.stats {
            try budget.check()
            answer.stats[attribute] = try bounds(of: attribute, base: base, found: found)
        }
        for attribute in request.sums {
            try budget.check()
            answer.sums[attribute] = try sum(of: attribute, base: base, found: found)
        }
        answer.warnings = warnings + filterWarnings + parameterWarnings
        return answer
    }

    /// The rows of each segment that filters let through, of those that are left.
    mutating func filtered(by filters: FilterState) throws -> [RowSet] {
        try snapshot.parts.indices.map { part in
            let all = snapshot.parts[part].live ?? RowSet(capacity: snapshot.parts[part].segment.rowCount, full: true)
            return try evaluators[part].rows(of: filters).map { $0.intersection(all) } ?? all
        }
    }

    struct WordMatches {
        let plan: QueryPlan
        let matchers: [SegmentMatcher]
        let rows: [RowSet]
    }

    private func matching(_ plan: QueryPlan, within allowed: [RowSet]) throws -> WordMatches {
        let all = matches(plan, allowed)
        guard all.rows.allSatisfy(\.isEmpty), plan.words.count > 1 else { return all }
        switch parameters.relevance.removeWordsIfNoResults {
        case .none: return all
        case .allOptional:
            var plan = plan
            plan.optional = Set(plan.words.indices)
            return matches(plan, allowed)
        case .lastWords, .firstWords:
            let isLast = parameters.relevance.removeWordsIfNoResults == .lastWords
            for count in (1..<plan.words.count).reversed() {
                let range = isLast ? 0..<count : plan.words.count - count..<plan.words.count
                try budget.check()
                let fewer = matches(plan.keeping(range), allowed)
                if !fewer.rows.allSatisfy(\.isEmpty) { return fewer }
            }
            return all
        }
    }

    private func matches(_ plan: QueryPlan, _ allowed: [RowSet]) -> WordMatches {
        let matchers = snapshot.parts.map { SegmentMatcher($0.segment, plan, budget) }
        guard !plan.isEmpty else { return WordMatches(plan: plan, matchers: matchers, rows: allowed) }
        let tolerance = parameters.relevance.typoTolerance
        guard tolerance == .min || tolerance == .strict else {
            let rows = zip(matchers, allowed).map { $0.allRows.intersection($1) }
            return WordMatches(plan: plan, matchers: matchers, rows: rows)
        }
        // The fewest errors that there are, and for `strict` one more.
        let most = matchers.map(\.mostTypos).max() ?? 0
        var rows: [RowSet] = allowed
        for typos in 0...most {
            guard !budget.isSpent else { break }
            rows = zip(matchers, allowed).map { $0.rows(typos: min(typos, $0.mostTypos)).intersection($1) }
            guard rows.allSatisfy(\.isEmpty) else {
                guard tolerance == .strict else { break }
                rows = zip(matchers, allowed).map { $0.rows(typos: min(typos + 1, $0.mostTypos)).intersection($1) }
                break
            }
        }
        return WordMatches(plan: plan, matchers: matchers, rows: rows)
    }

    // MARK: - Filters and counts

    /// The rows of a base that filters of the session let through.
    mutating func refined(_ base: [RowSet], by filters: FilterState) throws -> [RowSet] {
        try base.indices.map { part in
            guard let allowed = try evaluators[part].rows(of: filters) else { return base[part] }
            budget.spend(allowed.cost)
            return base[part].intersection(allowed)
        }
    }

    private mutating func counts(of attribute: String, base: [RowSet], found: [RowSet]) throws -> [FacetCount] {
        let selected = request.filters.selectedValues(of: attribute)
        let finding = try snapshot.columns.column(attribute, of: snapshot, budget)
        guard case .found(let column) = finding else {
            let isAbsent = if case .absent = finding { true } else { false }
            warn(isAbsent ? .unknown(attribute, snapshot.name) : .notCounted(attribute, snapshot.name))
            return selected.map { FacetCount(value: $0, count: 0) }.sorted(by: FacetCount.isCommoner)
        }
        let filters = request.filters.counting(attribute)
        let rows = filters == request.filters ? found : try refined(base, by: filters)
        let needs = request.facets.filter { $0.attribute == attribute }
        // Each need goes through the values once more.
        guard budget.spend(counting: column, in: rows),
            budget.spend(column.valueCount * 4 * needs.count + column.namesCost)
        else {
            return []
        }
        return FacetCounter(column).list(in: rows, needs: needs, selected: selected)
    }

    private mutating func bounds(of attribute: String, base: [RowSet], found: [RowSet]) throws -> ClosedRange<Double>? {
        let column: AttributeColumn
        switch try snapshot.columns.column(attribute, of: snapshot, budget) {
        case .found(let kept) where kept.hasNumbers: column = kept
        case .found:
            warn(.noNumbers(attribute, snapshot.name))
            return nil
        case .absent:
            warn(.unknown(attribute, snapshot.name))
            return nil
        case .unavailable:
            warn(.notCompared(attribute, snapshot.name))
            return nil
        }
        let filters = request.filters.without(attribute)
        let rows = filters == request.filters ? found : try refined(base, by: filters)
        return budget.spend(counting: column, in: rows) ? column.bounds(in: rows) : nil
    }

    // MARK: - Warnings

    private mutating func warn(_ warning: SearchWarning) {
        // An index without records has no attributes, and nothing is wrong with that.
        if snapshot.recordCount > 0 { warnings.append(warning) }
    }

    private var filterWarnings: [SearchWarning] {
        guard snapshot.recordCount > 0 else { return [] }
        var absent: [String] = []
        for name in evaluators.flatMap(\.absent) where !absent.contains(name) { absent.append(name) }
        return absent.filter { name in !warnings.contains { $0.attribute == name } }.map { .unknown($0, snapshot.name) }
    }

    private var parameterWarnings: [SearchWarning] {
        parameters.ignored.map { .ignoredParameter($0.name, $0.reason, snapshot.name) }
    }
}
