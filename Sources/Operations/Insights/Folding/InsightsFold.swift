// SPDX-License-Identifier: MIT

import Bus
import Components
import SearchModel
import Wire

/// Makes counts of what people do, event by event, in the order of the log.
///
/// A pure value: events and the time go in, changes of the counts come out. What it remembers of sessions is bounded. The same events
/// give the same counts, however they are cut into turns: a search counts by the times of the events, not by when it is looked at.
public struct InsightsFold: Sendable {
    public static let inputs = [
        TopicPrefix(.intent), TopicPrefix(.outcome), TopicPrefix(.request), TopicPrefix(.results),
    ]
    /// The component part of the topics of clicks and conversions of Algolia's interface.
    public static let component = WorkerKind.insights.name

    let rules: InsightsRules
    /// The open sessions, at the time of the last changes.
    private var records: [String: SessionRecord]
    /// Those of them that were looked at since, and new ones.
    private var open: [String: OpenSession] = [:]
    /// Those with a search that is not counted yet.
    private var undecided: Set<String>
    private var changes = InsightsChanges()
    /// When sessions were last looked through.
    private var sweptAt: Int64 = 0
    /// How often they are, in microseconds.
    private static let sweepInterval: Int64 = 60_000_000
    /// How many sessions are looked at before records are made of them again: those take a tenth of the memory.
    private static let openLimit = 512
    /// How many events made no sense.
    public private(set) var invalid = 0
    /// Who carries out the intents that lead to searches.
    private static let stateStore = "/\(StateStoreFold.componentName)"
    private static let answerMembers = JSONSelection(["request", "nbHits"])
    private static let questionMembers = JSONSelection(["request", "results.nbHits"])

    /// - Parameters:
    ///   - rules: What counts.
    ///   - sessions: The sessions that were going on at the place from which it reads on.
    public init(_ rules: InsightsRules, sessions: [String: SessionRecord] = [:]) {
        self.rules = rules
        records = sessions
        undecided = Set(sessions.filter { $0.value.isUndecided }.keys)
    }

    public var sessionCount: Int { records.count + open.keys.count { records[$0] == nil } }

    /// Folds the next event.
    ///
    /// - Parameters:
    ///   - event: The event; one that makes no sense is passed over and counted.
    ///   - now: The time; an event that says that it is of later is taken to be of now.
    public mutating func fold(_ event: Event, now: Int64) {
        guard let name = event.topic.session, let at = EventTime.parse(event.time).map({ min($0, now) }) else { return }
        do {
            switch event.topic.kind {
            case .intent: try foldIntent(event, of: name, at: at)
            case .outcome: foldOutcome(event, of: name)
            case .request: try foldRequest(event, of: name, at: at)
            case .results: try foldResults(event, of: name, at: at)
            default: break
            }
        } catch {
            invalid += 1
        }
    }

    /// Counts what has stood long enough, and forgets sessions that are long over or too many.
    ///
    /// - Parameter now: A time up to which all events were folded.
    public mutating func pass(to now: Int64) {
        let rules = rules
        for name in undecided {
            change(name, at: nil) { session, changes in session.settleStanding(at: now, rules, &changes) }
        }
        let count = sessionCount
        guard count > rules.sessions || now - sweptAt >= Self.sweepInterval else { return }
        sweptAt = now
        // A tenth more than has to go, so that it is not done for each session that comes.
        let excess = count > rules.sessions ? count - rules.sessions * 9 / 10 : 0
        var times = records.mapValues(\.touched)
        for (name, session) in open { times[name] = session.touched }
        let order = times.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
        for (place, (name, touched)) in order.enumerated() where place < excess || touched < now - rules.idle {
            change(name, at: nil) { session, changes in session.end(rules, &changes) }
            (records[name], open[name]) = (nil, nil)
            undecided.remove(name)
            changes.sessions[name] = .some(nil)
        }
    }

    /// What has changed since the last call.
    public mutating func takeChanges() -> InsightsChanges {
        defer { changes = InsightsChanges() }
        pack()
        return changes
    }

    /// Makes records of the sessions that were looked at.
    private mutating func pack() {
        for (name, session) in open {
            let record = SessionRecord(session)
            guard records[name] != record else { continue }
            records[name] = record
            changes.sessions[name] = .some(record)
        }
        open = [:]
    }

    // MARK: Events

    private mutating func foldIntent(_ event: Event, of name: String, at: Int64) throws {
        let rules = rules
        let suffix = event.typeSuffix
        let report = try Report(event, suffix, rules)
        change(name, at: at) { session, changes in
            session.count(at: at, &changes)
            if let report {
                session.take(report, at: at, rules, &changes)
            } else {
                let id = TextDigest.of(event.correlationID ?? event.id)
                guard !session.asked.contains(where: { $0.id == id }) else { return }
                if session.asked.count >= rules.intents { session.asked.removeFirst() }
                session.asked.append(OpenSession.Asked(id: id, at: at))
            }
        }
    }

    /// Notes which turn has carried an intent out: what it leads to is in the chain of the last one of the turn.
    private mutating func foldOutcome(_ event: Event, of name: String) {
        guard event.source == Self.stateStore, event.typeSuffix == "applied", let chain = event.correlationID else {
            return
        }
        change(name, at: nil) { session, _ in session.rename(TextDigest.of(chain), to: Self.turn(of: event)) }
    }

    /// What all that the state store says in one turn has in common, as a digest.
    private static func turn(of event: Event) -> UInt64 { TextDigest.of(event.time) }

    private mutating func foldRequest(_ event: Event, of name: String, at: Int64) throws {
        let rules = rules
        if event.source == Self.stateStore, let chain = event.correlationID {
            change(name, at: nil) { session, _ in session.rename(Self.turn(of: event), to: TextDigest.of(chain)) }
        }
        switch event.topic.component {
        case QuestionSearches.component:
            try foldQuestions(event, try event.data(), of: name, at: at)
        case Self.component:
            let data = try event.data()
            if data["requests"] != nil { return try foldQuestions(event, data, of: name, at: at) }
            let reports = try Report.list(in: data, rules)
            change(name, at: at) { session, changes in
                for report in reports { session.take(report, at: at, rules, &changes) }
            }
        case let unit:
            guard let members = rules.members[unit] else { return }
            let data = try event.data()
            // Such requests are reported by another event.
            guard data["analytics"] != false else { return }
            let request = try UnitRequest(json: data)
            guard let search = RequestedSearch(request, members, event, rules) else { return }
            let isOneOff = OneOffSession.contains(name)
            change(name, at: at) { session, changes in
                session.take(search, of: unit, isOneOff: isOneOff, at: at, rules, &changes)
            }
        }
    }

    /// Folds the searches of a call, with their results if they are known at once.
    private mutating func foldQuestions(_ event: Event, _ data: JSON, of name: String, at: Int64) throws {
        let rules = rules
        let searches = try QuestionSearches(event, data, rules)
        guard !searches.list.isEmpty else { return }
        let found = data["found"]?.array.map { $0.prefix(50).map(\.int) }
        let isOneOff = OneOffSession.contains(name)
        change(name, at: at) { session, changes in
            if !isOneOff { session.count(at: at, &changes) }
            session.take(searches, isOneOff: isOneOff, at: at, rules, &changes)
            if let found { session.answer(toQuestion: searches.place, found, &changes) }
        }
    }

    private mutating func foldResults(_ event: Event, of name: String, at: Int64) throws {
        let rules = rules
        guard open[name] != nil || records[name] != nil else { return }
        let isQuestion = event.topic.component == QuestionSearches.component
        let wanted = isQuestion ? Self.questionMembers : Self.answerMembers
        let data = try JSON(parsing: wanted.cut(event.dataBytes, limits: JSONLimits(depth: 512, values: .max)))
        let number = try data.requiredInt("request")
        change(name, at: at) { session, changes in
            if isQuestion {
                let found = (data["results"]?.array ?? []).map { $0["nbHits"]?.int }
                session.answer(toQuestion: UInt64(max(0, number)), found, &changes)
            } else {
                if let cause = event.correlationID { session.time(TextDigest.of(cause), at: at, &changes) }
                guard let found = data["nbHits"]?.int else { return }
                session.answer(event.topic.component, request: number, max(0, found), rules, &changes)
            }
        }
    }

    /// Changes a session, which is made where it is not there, unless there is no time for it.
    private mutating func change(
        _ name: String,
        at: Int64?,
        _ body: (inout OpenSession, inout InsightsChanges) -> Void
    ) {
        let rules = rules
        // An unreadable session starts over.
        let known = open[name] ?? records[name].map { $0.session ?? OpenSession(touched: $0.touched) }
        guard var session = known ?? at.map(OpenSession.init(touched:)) else { return }
        if let at {
            session.settleStanding(at: at, rules, &changes)
            session.touched = max(session.touched, at)
        }
        body(&session, &changes)
        if session.isUndecided { undecided.insert(name) } else { undecided.remove(name) }
        open[name] = session
        // When a log is counted again, thousands of them follow each other before anything is saved.
        if open.count >= Self.openLimit { pack() }
    }
}
