// SPDX-License-Identifier: MIT

import SearchModel
import Wire

extension IndexSearch {
    /// In how many values of an attribute errors are forgiven, the first ones in their order.
    private static let mostForgiven = 100_000

    /// The values in which each word of the text starts a word, with counts.
    ///
    /// The counts are those among the rows that the filters on other attributes let through. Values without a row are
    /// left out unless they are selected. Where there are fewer values than wanted, those follow that are meant with
    /// typing errors, the fewest errors first.
    mutating func facetValues(of attribute: String, limit: Int) throws -> [FacetCount] {
        guard limit >= 0 else { throw SearchBusError(.invalidArgument, "A limit of \(limit) facet values.") }
        let column: AttributeColumn
        switch try snapshot.columns.column(attribute, of: snapshot, budget) {
        case .found(let found): column = found
        case .absent: return []
        case .unavailable: throw FilterEvaluator.unknownAttribute(attribute, snapshot.name)
        }
        let words = QueryWords(request.query)
        let base = try filtered(by: request.baseFilters)
        let rows = try refined(base, by: request.filters.without(attribute))
        guard budget.spend(counting: column, in: rows) else { return [] }
        guard budget.spend(column.namesCost + (words.isEmpty ? 0 : column.textsCost)) else { return [] }
        let counts = column.counts(in: rows)
        let selected = Set(request.filters.selectedValues(of: attribute).compactMap { column.number(of: $0) })
        let counter = FacetCounter(column)
        func commonest(_ most: Int, of ordinals: [Int]) -> [Int] {
            counter.commonest(most, of: ordinals.filter { counts[$0] > 0 || selected.contains($0) }, counts: counts)
        }
        if !words.isEmpty, !budget.spend(column.texts.byteCount * words.asBeginnings.count) { return [] }
        let matching = words.isEmpty ? Array(0..<column.valueCount) : column.texts.ordinals(matching: words)
        let listed = commonest(limit, of: matching)
        let plain = TextMatcher(words: words.asBeginnings)
        var values = listed.map { facetCount(column.value($0), counts[$0], plain) }
        let forgiving = forgivingBeginnings(words)
        guard values.count < limit, forgiving.contains(where: { $0.typos > 0 }) else { return values }
        let known = Set(matching)
        let near = column.texts.ordinals(near: forgiving, most: IndexSearch.mostForgiven, budget)
        let highlighter = TextMatcher(words: forgiving)
        for (_, ordinals) in Dictionary(grouping: near.filter { !known.contains($0.ordinal) }, by: \.typos)
            .sorted(by: { $0.key < $1.key })
        {
            for number in commonest(limit - values.count, of: ordinals.map(\.ordinal)) {
                values.append(facetCount(column.value(number), counts[number], highlighter))
            }
        }
        return values
    }

    /// The words of a text as beginnings, with the errors that are forgiven in each.
    private func forgivingBeginnings(_ words: QueryWords) -> [QueryWord] {
        let planner = QueryPlanner(
            relevance: parameters.relevance,
            segments: [],
            synonyms: snapshot.synonyms,
            budget: budget
        )
        return words.asBeginnings.map { word in
            var word = word
            word.typos = planner.typos(of: word.word)
            return word
        }
    }

    private func facetCount(_ value: FacetValue, _ count: UInt32, _ highlighter: TextMatcher) -> FacetCount {
        let text = value.label
        budget.hold(2 * text.utf8.count + 20)
        let plain = Highlight(spans: [Highlight.Span(text, isMatched: false)])
        return FacetCount(value: value, count: Int(count), highlighted: highlighter.highlight(text) ?? plain)
    }
}
