// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import SearchIndex

/// The answers to the questions of one call as they come, within the size that they may have together.
struct AnswerList {
    /// The refusal of a call whose answers are larger than an event of the log may be.
    static let tooLarge = AlgoliaError(
        "The answer is larger than 1 MB: request fewer hits, or fewer attributes (attributesToRetrieve).",
        status: 413
    )

    private var answers: [QuestionEngine.Answer?]
    private var byteCount = 0
    /// Whether a question that stops at enough matches has found enough.
    var hasEnough = false
    /// Whether the call is refused as a whole; then none of its answers is kept, and no more of it is asked.
    private(set) var isRefused = false

    init(count: Int) { answers = [QuestionEngine.Answer?](repeating: nil, count: count) }

    /// Whether a question has its answer.
    func contains(_ place: Int) -> Bool { answers[place] != nil }

    /// Puts an answer in its place.
    ///
    /// A question that takes too much, and answers that are too large together, end the call: a client gets all answers or none.
    mutating func set(_ answer: QuestionEngine.Answer, at place: Int) {
        guard !isRefused else { return }
        answers[place] = answer
        switch answer {
        case .success(let bytes):
            byteCount += bytes.count + 1
            if byteCount > WorkBudget.Limits.call.bytes { refuse(Self.tooLarge) }
        case .failure(let error):
            if error.status == Self.tooLarge.status { refuse(error) }
        }
    }

    private mutating func refuse(_ error: AlgoliaError) {
        isRefused = true
        answers = answers.map { _ in .failure(error) }
    }

    /// All answers; a question without one has failed.
    var all: [QuestionEngine.Answer] {
        answers.map { $0 ?? .failure(AlgoliaError("The search failed.", status: 502)) }
    }
}
