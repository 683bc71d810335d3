// SPDX-License-Identifier: MIT
// Part of SearchBus.

import AlgoliaInterface
import Backends
import SearchModel

/// Questions that are asked one after another, as those behind may be left out.
extension QuestionEngine {
    /// Whether some question is left out once enough is found.
    func stopsEarly(_ questions: [AlgoliaQuestion]) -> Bool {
        questions.contains { $0.strategy == .stopIfEnoughMatches }
    }

    func answersInTurnNow(_ questions: [AlgoliaQuestion]) -> [Answer] {
        var turn = Turn()
        for question in questions {
            guard let (backend, query) = begin(question, &turn) else { continue }
            turn.end(query, backend.searchNow([query.request])?.first)
        }
        return turn.answers
    }

    func answersInTurn(_ questions: [AlgoliaQuestion]) async -> [Answer] {
        var turn = Turn()
        for question in questions {
            guard let (backend, query) = begin(question, &turn) else { continue }
            turn.end(query, await backend.search([query.request]).first)
        }
        return turn.answers
    }

    /// What is to be asked next; `nil` for a question that has its answer without.
    private func begin(_ question: AlgoliaQuestion, _ turn: inout Turn) -> (any SearchService, AlgoliaQuery)? {
        guard question.kind.isSearch else {
            turn.answers.append(look(question))
            return nil
        }
        switch prepare(question) {
        case .failure(let error): turn.answers.append(.failure(error))
        case .success(let query) where turn.hasEnough && question.strategy == .stopIfEnoughMatches:
            turn.answers.append(.success(query.unprocessedAnswer))
        case .success(let query): return backend(of: question.index).map { ($0, query) }
        }
        return nil
    }

    /// The answers so far, and whether one of them is enough.
    private struct Turn {
        var answers: [Answer] = []
        private(set) var hasEnough = false

        mutating func end(_ query: AlgoliaQuery, _ result: SearchResult?) {
            switch result {
            case .success(let response):
                if query.isEnough(response) { hasEnough = true }
                answers.append(.success(query.answer(response)))
            case .failure(let error):
                answers.append(.failure(AlgoliaError(describing: error, of: query.request.index)))
            case nil: answers.append(.failure(AlgoliaError("The search failed.", status: 502)))
            }
        }
    }
}
