// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import Bus
import Insights
import SearchModel
import Wire

/// Appends the texts of searches without a session, and the users' actions on their results, to the log for statistics; and
/// finds the search of an answer's `queryID`.
///
/// All engines share it, including those without Algolia's interface.
struct SearchOrigins: Sendable {
    /// The maximum number of different searches in the reports of a call; reports of others are published without their search.
    static let limit = 100

    /// A published search.
    struct Report: Sendable {
        /// The question, in the shape of those of Algolia's interface.
        let question: JSON
        /// How many results it had; `nil` where it failed.
        let found: Int?
    }

    /// A search that reports came from, as the log has it.
    struct Origin: Sendable {
        let session: String
        let index: String
        /// The searcher, where it was asked without Algolia's interface.
        let searcher: String?
        let query: String
        /// Whether it was counted when it was made.
        let isCounted: Bool
    }

    let log: any EventLog

    /// An event with the texts of searches.
    static func draft(_ searches: [Report], session: String) throws -> EventDraft {
        try draft(
            JSONObject([
                ("requests", .array(searches.map(\.question))), ("found", .array(searches.map { JSON($0.found) })),
            ]),
            type: "searchbus.request.searches",
            session: session
        )
    }

    private static func draft(_ data: JSONObject, type: String, session: String) throws -> EventDraft {
        EventDraft(
            topic: try Topic(.request, InsightsFold.component, session: session),
            id: Identifier.make(),
            source: GatewayAPI.source,
            type: type,
            data: JSON.object(data).bytes
        )
    }

    /// How many results an answer reports.
    static func found(in answer: OneOffPlan.Answer) -> Int? {
        (try? answer.get()).flatMap { member("nbHits", of: $0)?.int }
    }

    /// An answer with an identifier, instead of that of an engine elsewhere, which counts for itself.
    static func identified(_ answer: [UInt8], _ identifier: QueryIdentifier) -> [UInt8] {
        guard member("queryID", of: answer) != nil,
            var members = (try? JSON(parsing: answer, limits: limits))?.object
        else { return identifier.added(to: answer) }
        members["queryID"] = .string(identifier.text)
        return JSON.object(members).bytes
    }

    private static let limits = JSONLimits(depth: 512, values: .max)

    private static func member(_ name: String, of answer: [UInt8]) -> JSON? {
        (try? JSON(parsing: JSONSelection([name]).cut(answer, limits: limits)))?[name]
    }

    /// Tells of searches.
    ///
    /// - Returns: What each is known by, in the same order.
    /// - Throws: What the log throws.
    func identifiers(of searches: [Report], session: String) async throws -> [QueryIdentifier] {
        let place = try await log.append([try Self.draft(searches, session: session)]).first
        let page = try await log.replay(
            ReplayQuery(
                [TopicPrefix(.request, InsightsFold.component)],
                after: SequenceNumber(rawValue: max(1, place.rawValue) - 1),
                limit: 1
            )
        )
        return searches.indices.map { QueryIdentifier(place: place.rawValue, member: $0, epoch: page.epoch) }
    }

    /// The searches of some identifiers; without those that no answer had, or whose search is no longer on the log.
    ///
    /// - Throws: Errors of the log.
    func origins(of identifiers: Set<QueryIdentifier>) async throws -> [QueryIdentifier: Origin] {
        var origins: [QueryIdentifier: Origin] = [:]
        for identifier in identifiers.prefix(Self.limit) { origins[identifier] = try await origin(of: identifier) }
        return origins
    }

    private func origin(of identifier: QueryIdentifier) async throws -> Origin? {
        guard identifier.place > 0 else { return nil }
        let page = try await log.replay(
            ReplayQuery(
                [TopicPrefix(.request, AlgoliaQuestion.component), TopicPrefix(.request, InsightsFold.component)],
                after: SequenceNumber(rawValue: identifier.place - 1),
                limit: 1
            )
        )
        guard identifier.isOf(epoch: page.epoch), let event = page.events.first,
            event.sequence.rawValue == identifier.place, let session = event.topic.session,
            let questions = try event.data()["requests"]?.array, questions.indices.contains(identifier.member)
        else { return nil }
        let question = questions[identifier.member]
        let query = question["parameters"]?["query"]?.string ?? ""
        return Origin(
            session: session,
            index: question["index"]?.string ?? "",
            searcher: question["searcher"]?.string,
            query: query,
            isCounted: OneOffSession.contains(session) && !query.isEmpty
        )
    }

    /// Puts what people did on the log.
    ///
    /// - Parameter reports: What was done, with the session in which it counts.
    /// - Throws: What the log throws.
    func append(_ reports: [(report: JSON, session: String)]) async throws {
        let drafts = try Dictionary(grouping: reports, by: \.session).sorted { $0.key < $1.key }.map {
            session,
            reports in
            try Self.draft(
                JSONObject([("events", .array(reports.map(\.report)))]),
                type: "searchbus.request.events",
                session: session
            )
        }
        if !drafts.isEmpty { _ = try await log.append(drafts) }
    }
}

extension SearchOrigins.Origin {
    /// Adds to a report from which search it comes.
    func complete(_ report: inout JSONObject, _ identifier: QueryIdentifier) {
        report["index"] = .string(index)
        if let searcher { report["searcher"] = .string(searcher) }
        report["query"] = .string(query)
        report["question"] = JSON(Int(clamping: identifier.place))
        report["member"] = JSON(identifier.member)
        if isCounted { report["counted"] = true }
    }
}
