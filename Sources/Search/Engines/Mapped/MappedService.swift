// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import SearchModel
import Wire

/// Any service that takes a question over HTTP and answers in JSON, as a mapping says it.
///
/// What the mapping has no place for is refused or warned of, and never left out in silence.
struct MappedService: Dialect {
    let template: RequestTemplate
    let answer: AnswerMapping
    var method: HTTPExchange.Method = .get
    var countsDisjunctively = false

    var capabilities: BackendCapabilities {
        BackendCapabilities(
            countsDisjunctively: countsDisjunctively,
            searchesFacetValues: false,
            filterTypes: [.facet, .numeric, .tag],
            ranksByOptionalFilters: false
        )
    }

    // MARK: - Questions

    func encode(_ request: SearchRequest) throws -> JSON {
        let filters = try MappedFilters(request, known: template.placeholders)
        let offset = request.page.multipliedReportingOverflow(by: request.hitsPerPage)
        let next = request.page.addingReportingOverflow(1)
        guard request.page >= 0, !offset.overflow, !next.overflow else {
            throw SearchBusError(.invalidArgument, "There is no page \(request.page).")
        }
        if request.page > 0, template.placeholders.isDisjoint(with: [.page, .firstPage, .offset]) {
            throw SearchBusError(
                .invalidArgument,
                "The mapping has no placeholder for a page, and page \(request.page) was requested.",
                remedy: "Put {page}, {page1} or {offset} into the backend's `path` or `body`."
            )
        }
        if !request.query.isEmpty, !template.placeholders.contains(.query) {
            throw SearchBusError(
                .invalidArgument,
                "The mapping has no placeholder for a text.",
                remedy: "Put {query} into it."
            )
        }
        func value(_ placeholder: Placeholder) -> JSON? {
            switch placeholder {
            case .query: .string(request.query)
            case .index: .string(request.index)
            case .page: JSON(request.page)
            case .firstPage: JSON(next.partialValue)
            case .hitsPerPage: JSON(request.hitsPerPage)
            case .offset: JSON(offset.partialValue)
            case .facets: request.facets.isEmpty && request.stats.isEmpty ? nil : JSON(Self.attributes(of: request))
            case .openTag: .string(answer.tags.open)
            case .closeTag: .string(answer.tags.close)
            case .values(let attribute): filters.values[attribute].map { .array($0.map(\.json)) }
            case .least(let attribute): filters.least[attribute].map(JSON.number)
            case .greatest(let attribute): filters.greatest[attribute].map(JSON.number)
            }
        }
        let path = template.path(value)
        let steps = path.prefix { $0 != "?" }.split(separator: "/")
        guard !steps.contains("."), !steps.contains("..") else {
            throw SearchBusError(.invalidArgument, "A value of dots alone would lead to another path of the service.")
        }
        var question = JSONObject([("path", .string(path))])
        question["body"] = template.body(value)
        return .object(question)
    }

    private static func attributes(of request: SearchRequest) -> [String] {
        let counted = request.countedAttributes
        return counted + request.stats.filter { !counted.contains($0) }
    }

    func exchanges(for queries: [JSON]) -> [(exchange: HTTPExchange, count: Int)] {
        queries.map { query in
            let path = query["path"]?.string ?? "/"
            return (HTTPExchange(method, path, body: query["body"]?.bytes ?? []), 1)
        }
    }

    // MARK: - Answers

    func answers(in reply: JSON, count: Int) throws -> [Result<JSON, any Error>] { [.success(reply)] }

    func decode(_ answer: JSON, of request: SearchRequest) throws -> SearchResponse {
        try self.answer.response(from: answer, of: request)
    }

    func words(of refusal: JSON) -> String? {
        refusal["message"]?.string ?? refusal["error"]?.string ?? refusal["error"]?["message"]?.string
    }
}

/// Filters as a mapping can say them: for each attribute the values of which one is enough, and a range.
struct MappedFilters {
    private(set) var values: [String: [FacetValue]] = [:]
    private(set) var least: [String: Double] = [:]
    private(set) var greatest: [String: Double] = [:]

    /// - Parameters:
    ///   - request: What is asked.
    ///   - known: What the mapping has a place for.
    /// - Throws: `SearchBusError.invalidArgument` for a filter that it has none for.
    init(_ request: SearchRequest, known: Set<Placeholder>) throws {
        for group in request.baseFilters.groupsByType + request.filters.groupsByType {
            let attributes = Set(group.filters.map(\.attribute))
            let isOne =
                group.id.kind == .or && attributes.count == 1 && group.filters.allSatisfy { $0.facetValue != nil }
            for part in isOne ? [group.filters] : group.filters.map({ [$0] }) {
                guard group.id.kind != .or || isOne || group.filters.count == 1, try add(part, known) else {
                    throw Self.unknown(part.first?.attribute ?? "")
                }
            }
        }
    }

    /// Adds filters on one attribute of which one is enough; answers whether the mapping has a place for them.
    private mutating func add(_ filters: [Filter], _ known: Set<Placeholder>) throws -> Bool {
        guard let filter = filters.first else { return true }
        let attribute = filter.attribute
        if filter.facetValue != nil {
            // Two lists of which each must hold are not one list.
            guard known.contains(.values(attribute)), values[attribute] == nil, !filters.contains(where: \.isNegated)
            else {
                return false
            }
            values[attribute] = filters.compactMap(\.facetValue)
            return true
        }
        guard let intervals = filter.intervals, intervals.count == 1, !intervals[0].isOpen else { return false }
        let (low, high) = (intervals[0].lower, intervals[0].upper)
        guard low == nil || known.contains(.least(attribute)), high == nil || known.contains(.greatest(attribute))
        else {
            return false
        }
        if let low { least[attribute] = max(low, least[attribute] ?? low) }
        if let high { greatest[attribute] = min(high, greatest[attribute] ?? high) }
        return true
    }

    private static func unknown(_ attribute: String) -> SearchBusError {
        SearchBusError(
            .invalidArgument,
            "The mapping has no placeholder for such a filter on `\(attribute)`.",
            remedy:
                "Put {filters.\(attribute)}, or {filters.\(attribute).min} and .max, into the backend's `path` or `body`."
        )
    }
}
