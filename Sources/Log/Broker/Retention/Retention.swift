// SPDX-License-Identifier: MIT

import Bus
import GRDB

/// What retention has removed of a log, and where it continues.
struct Retention {
    /// Events up to here were trimmed, unless they are the last of their topic.
    var trimmed: SequenceNumber
    /// Events up to here may have been removed with their sessions.
    var expired: SequenceNumber
    var questions: QuestionShare
    /// Up to where kept intents were looked at in this round of trimming.
    var keptSeen = SequenceNumber.zero

    init(_ db: Database) throws {
        trimmed = try MetaTable.mark(.trimmed, db)
        expired = try MetaTable.mark(.expired, db)
        // Those of deleted sessions count until they are removed too; none of them is looked for.
        let hidden = SessionRemovals.questionChannel
        let size = try EventTable.size(ofChannels: QuestionShare.channels + [hidden], firstExcept: hidden, db)
        let removed = try MetaTable.mark(.questions, db)
        questions = .found(count: size.events, bodiesOf: size.bytes, first: size.first, trimmed: removed)
    }

    /// The place after which nothing is missing; before it only the last event of each topic is certain.
    var mark: SequenceNumber { max(trimmed, expired) }

    /// The place after which nothing is missing under some prefixes.
    func mark(of prefixes: [TopicPrefix]) -> SequenceNumber {
        questions.trimmed > mark && QuestionShare.touches(prefixes) ? questions.trimmed : mark
    }
}
