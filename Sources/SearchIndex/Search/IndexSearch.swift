// SPDX-License-Identifier: MIT
// Part of SearchBus.

import GRDB
import SearchModel
import Wire

/// Answers one request from one version of an index.
struct IndexSearch {
    let snapshot: IndexSnapshot
    let database: Database
    let request: SearchRequest
    private var evaluator: FilterEvaluator
    private var warnings: [SearchWarning] = []

    init(_ request: SearchRequest, snapshot: IndexSnapshot, database: Database) {
        self.request = request
        self.snapshot = snapshot
        self.database = database
        evaluator = FilterEvaluator(snapshot: snapshot, database: database)
    }

    /// Searches; see `IndexReader.search`.
    mutating func run() throws -> SearchResponse {
        let clock = ContinuousClock()
        let start = clock.now
        let content: SearchResponse.Content =
            switch request.kind {
            case .hits: .hits(try hits())
            case .facetValues(let attribute, let limit):
                .facetValues(attribute: attribute, values: try facetValues(of: attribute, limit: limit))
            }
        let time = clock.now - start
        let microseconds = time / .microseconds(1)
        return SearchResponse(
            query: request.query,
            processingTimeMS: microseconds.rounded() / 1_000,
            content: content
        )
    }

    // MARK: - Records

    private mutating func hits() throws -> SearchResponse.Hits {
        guard request.page >= 0, (0...1_000).contains(request.hitsPerPage), request.facets.allSatisfy({ $0.limit >= 0 })
        else {
            throw SearchBusError(
                .invalidArgument,
                "Page \(request.page) with \(request.hitsPerPage) records.",
                remedy: "Ask for a page from 0, for 0 to 1,000 records and for 0 facet values or more."
            )
        }
        let words = QueryWords(request.query)
        let terms = try self.terms(of: words)
        var base = terms.anywhere ?? RowSet(capacity: snapshot.columns.rowCount, full: true)
        if let allowed = try evaluator.rows(of: request.baseFilters) { base.formIntersection(allowed) }
        let found = try refined(base, by: request.filters)
        var answer = SearchResponse.Hits(
            totalCount: found.count,
            page: request.page,
            hitsPerPage: request.hitsPerPage
        )
        answer.hits = try page(of: ranked(found, terms: terms, words: words), words: words)
        for attribute in request.countedAttributes {
            answer.facets[attribute] = try counts(of: attribute, base: base, found: found)
        }
        for attribute in request.stats {
            answer.stats[attribute] = try bounds(of: attribute, base: base, found: found)
        }
        answer.warnings = warnings + filterWarnings + parameterWarnings
        return answer
    }

    /// The rows with all words; `nil` members where the query has no words.
    private func terms(of words: QueryWords) throws -> (whole: RowSet?, prefix: WordMatches?, anywhere: RowSet?) {
        guard let last = words.prefix else { return (nil, nil, nil) }
        let prefix = try snapshot.matches(of: last, isPrefix: true, in: database)
        var anywhere = prefix.anywhere
        var wholeInTitle: RowSet?
        for word in words.whole {
            let matches = try snapshot.matches(of: word, isPrefix: false, in: database)
            anywhere.formIntersection(matches.anywhere)
            wholeInTitle = wholeInTitle?.intersection(matches.title) ?? matches.title
        }
        return (wholeInTitle, prefix, anywhere)
    }

    /// The rows in their order, best first.
    ///
    /// Those that optional filters favour come before the others, and among equals those of a better tier. First those with all words whole in the most important attribute, then those with the last one as a beginning
    /// there, then those with the words anywhere. Within a tier rows stand in ranking order by themselves.
    private mutating func ranked(
        _ found: RowSet,
        terms: (whole: RowSet?, prefix: WordMatches?, anywhere: RowSet?),
        words: QueryWords
    ) throws -> RowRanking {
        let tiers = try tiers(of: found, terms: terms, words: words)
        guard request.hitsPerPage > 0 else { return RowRanking(tiers: tiers) }
        let filters = (request.baseFilters.optionalGroups + request.filters.optionalGroups).flatMap(\.filters)
        return RowRanking(tiers: tiers, optional: try filters.map { (try evaluator.rows(of: $0), $0.score ?? 1) })
    }

    private func tiers(
        of found: RowSet,
        terms: (whole: RowSet?, prefix: WordMatches?, anywhere: RowSet?),
        words: QueryWords
    ) throws -> [RowSet] {
        guard request.hitsPerPage > 0, let last = words.prefix, let prefix = terms.prefix else { return [found] }
        var second = found.intersection(prefix.title)
        if let whole = terms.whole { second.formIntersection(whole) }
        guard !second.isEmpty else { return [found] }
        let first = second.intersection(try snapshot.matches(of: last, isPrefix: false, in: database).title)
        var rest = found
        rest.subtract(second)
        second.subtract(first)
        return [first, second, rest]
    }

    private func page(of ranking: RowRanking, words: QueryWords) throws -> [Hit] {
        let (first, overflow) = request.page.multipliedReportingOverflow(by: request.hitsPerPage)
        guard request.hitsPerPage > 0, !overflow else { return [] }
        let cutter = RecordCutter(request, words: words, snapshot: snapshot)
        let reader = try request.ranking.map {
            try RankingReader($0, query: request.query, words: words, snapshot: snapshot, database: database)
        }
        return try ranking.rows(offset: first, limit: request.hitsPerPage).map { row in
            let record = try snapshot.record(at: row, in: database)
            var hit = try cutter.hit(record)
            hit.ranking = try reader?.ranking(of: row, record.text.bytes, worth: ranking.worth(of: row))
            return hit
        }
    }

    // MARK: - Filters and counts

    /// The rows of a base that filters of the session let through.
    private mutating func refined(_ base: RowSet, by filters: FilterState) throws -> RowSet {
        guard let allowed = try evaluator.rows(of: filters) else { return base }
        return base.intersection(allowed)
    }

    private mutating func counts(of attribute: String, base: RowSet, found: RowSet) throws -> [FacetCount] {
        let selected = request.filters.selectedValues(of: attribute)
        let finding = try snapshot.facet(attribute, in: database)
        guard case .found(let column) = finding, !column.values.isEmpty else {
            warn(finding.isUnavailable ? .notCounted(attribute, snapshot.name) : .unknown(attribute, snapshot.name))
            return selected.map { FacetCount(value: $0, count: 0) }.sorted(by: FacetCount.isCommoner)
        }
        let filters = request.filters.counting(attribute)
        return FacetCounter(column: column, names: snapshot.names(of: attribute, column: column)).list(
            in: filters == request.filters ? found : try refined(base, by: filters),
            needs: request.facets.filter { $0.attribute == attribute },
            selected: selected
        )
    }

    private mutating func bounds(of attribute: String, base: RowSet, found: RowSet) throws -> ClosedRange<Double>? {
        let finding = try snapshot.numbers(attribute, in: database)
        guard case .found(let column) = finding, !column.isEmpty else {
            switch finding {
            case .found: warn(.noNumbers(attribute, snapshot.name))
            case .absent: warn(.unknown(attribute, snapshot.name))
            case .unavailable: warn(.notCompared(attribute, snapshot.name))
            }
            return nil
        }
        let filters = request.filters.without(attribute)
        return column.bounds(in: filters == request.filters ? found : try refined(base, by: filters))
    }

    // MARK: - Warnings

    private mutating func warn(_ warning: SearchWarning) {
        // An index without records has no attributes, and nothing is wrong with that.
        if snapshot.columns.rowCount > 0 { warnings.append(warning) }
    }

    private var filterWarnings: [SearchWarning] {
        guard snapshot.columns.rowCount > 0 else { return [] }
        return evaluator.absent.filter { name in !warnings.contains { $0.attribute == name } }
            .map { .unknown($0, snapshot.name) }
    }

    private var parameterWarnings: [SearchWarning] {
        request.parameters.keys.map { .unknownParameter($0, snapshot.name) }
    }

    // MARK: - Facet values

    /// The values in which each word of the text starts a word, with counts.
    ///
    /// The counts are those among the rows that the filters on other attributes let through. Values without a row are
    /// left out unless they are selected.
    private mutating func facetValues(of attribute: String, limit: Int) throws -> [FacetCount] {
        guard limit >= 0 else { throw SearchBusError(.invalidArgument, "A limit of \(limit) facet values.") }
        let column: FacetColumn
        switch try snapshot.facet(attribute, in: database) {
        case .found(let found): column = found
        case .absent: return []
        case .unavailable: throw FilterEvaluator.unknownAttribute(attribute, snapshot.name)
        }
        let words = QueryWords(request.query)
        var base = RowSet(capacity: snapshot.columns.rowCount, full: true)
        if let allowed = try evaluator.rows(of: request.baseFilters) { base.formIntersection(allowed) }
        let rows = try refined(base, by: request.filters.without(attribute))
        let counts = column.counts(in: rows)
        var selected: Set<Int> = []
        for value in request.filters.selectedValues(of: attribute) {
            if let ordinal = column.ordinal(of: value) { selected.insert(ordinal) }
        }
        let matching = snapshot.ordinals(of: attribute, matching: words, column: column)
        let counter = FacetCounter(column: column, names: snapshot.names(of: attribute, column: column))
        let listed = matching.filter { counts[$0] > 0 || selected.contains($0) }
        let highlighter = Highlighter(prefixes: words)
        return counter.commonest(limit, of: listed, counts: counts).map { ordinal in
            let value = column.values[ordinal]
            let text = value.label
            let plain = Highlight(spans: [Highlight.Span(text, isMatched: false)])
            let highlight = highlighter.highlight(text) ?? plain
            return FacetCount(value: value, count: Int(counts[ordinal]), highlighted: highlight)
        }
    }
}

extension IndexSnapshot {
    /// The ordinals of an attribute's values that match a text; all for a text without words.
    func ordinals(of attribute: String, matching words: QueryWords, column: FacetColumn) -> [Int] {
        guard !words.isEmpty else { return Array(column.values.indices) }
        if let texts = facetTexts[attribute] { return texts.ordinals(matching: words) }
        let texts = FacetTexts(column.values)
        facetTexts[attribute] = texts
        return texts.ordinals(matching: words)
    }
}
