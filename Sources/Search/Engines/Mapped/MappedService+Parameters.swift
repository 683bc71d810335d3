// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Backends
import Wire

extension MappedService {
    init(for backend: ResolvedBackend) throws {
        func path(_ parameter: String) -> AnswerPath? { backend.text(parameter).map(AnswerPath.init) }
        var answer = AnswerMapping(
            record: path("record"),
            total: path("total"),
            facets: path("facets"),
            bounds: path("bounds"),
            highlights: path("highlights")
        )
        answer.hits = path("hits") ?? answer.hits
        answer.id = path("id") ?? answer.id
        answer.facetValue = path("facetValue") ?? answer.facetValue
        answer.facetCount = path("facetCount") ?? answer.facetCount
        if let words = backend.parameters["highlightTags"]?.array?.compactMap(\.string) {
            guard words.count == 2, let tags = HighlightTags(open: words[0], close: words[1]) else {
                throw SearchBusError(
                    .invalidAppFile,
                    "`highlightTags` of the backend `\(backend.name)` is not two texts."
                )
            }
            answer.tags = tags
        }
        let address = backend.text("path") ?? "/"
        guard address.hasPrefix("/") else {
            throw SearchBusError(
                .invalidAppFile,
                "`path` of the backend `\(backend.name)` does not begin with a slash."
            )
        }
        do {
            let body = backend.parameters["body"].flatMap { $0.isNull ? nil : $0 }
            let template = try RequestTemplate(path: address, body: body)
            self.init(template: template, answer: answer)
            method = backend.text("method").flatMap(HTTPExchange.Method.init) ?? (body == nil ? .get : .post)
        } catch let error as JSONError {
            throw SearchBusError(
                .invalidAppFile,
                "The mapping of the backend `\(backend.name)` cannot be read: \(error)."
            )
        }
        countsDisjunctively = backend.text("counts") == "disjunctive"
    }
}
