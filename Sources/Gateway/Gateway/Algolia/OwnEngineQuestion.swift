// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppModel
import SearchModel
import Wire

/// A request for an index that a custom program searches.
///
/// Such a program is the searcher itself and does not support Algolia's interface: it gets requests as for a search
/// without a session, and its results are converted to Algolia's format here.
struct OwnEngineQuestion: Sendable {
    /// The request to the program.
    let search: OneOffSearch
    private let query: AlgoliaQuery

    /// Reads a request.
    ///
    /// - Returns: `nil` if no custom program searches the index, or it is not a search.
    /// - Throws: `AlgoliaError` for invalid parameters, and for values of an attribute that no searcher searches.
    init?(_ question: AlgoliaQuestion, _ searchers: SearcherTable) throws(AlgoliaError) {
        guard question.kind.isSearch else { return nil }
        let own = searchers.own(of: question.index)
        guard !own.isEmpty else { return nil }
        query = try AlgoliaQuery(question)
        var attribute: String?
        if case .facetValues(let wanted, _) = query.request.kind { attribute = wanted }
        guard let searcher = own.first(where: { $0.attribute == attribute }) else {
            let what = attribute.map { "values of \($0)" } ?? "records"
            throw AlgoliaError("Index \(question.index) has no searcher for \(what) in the app file")
        }
        search = OneOffSearch(
            searcher: searcher.name,
            unit: searchers.unit(of: searcher),
            request: MemberRequest(
                number: 1,
                since: 1,
                query: query.request.query,
                index: question.index,
                page: query.request.page,
                // A request for counts only gets one record, which is omitted from the answer.
                hitsPerPage: max(query.request.hitsPerPage, 1),
                facets: query.request.facets,
                stats: query.request.stats,
                baseFilters: query.request.baseFilters,
                attributesToRetrieve: query.request.attributesToRetrieve,
                isOnce: true
            )
        )
    }

    /// The answer, in the format of Algolia's clients.
    ///
    /// - Parameter data: The data of the `results/` event.
    /// - Returns: One JSON object in UTF-8.
    /// - Throws: `AlgoliaError` for data that are not results.
    func answer(_ data: [UInt8]) throws(AlgoliaError) -> [UInt8] {
        do {
            let json = try JSON(parsing: data, limits: JSONLimits(depth: 512, values: .max))
            var response = try SearchResponse(json: json)
            if case .facetValues(let attribute, let values) = response.content,
                case .facetValues(_, let limit) = query.request.kind
            {
                response.content = .facetValues(attribute: attribute, values: Array(values.prefix(limit)))
            }
            return query.answer(response)
        } catch {
            throw AlgoliaError("The engine's results cannot be read: \(error)", status: 502)
        }
    }
}
