// SPDX-License-Identifier: MIT

import Bus
import SearchModel
import Wire

/// Sessions that a component goes through one after the other, between its turns.
struct Review {
    let component: Int
    /// The event that concerns all sessions; `nil` where it is the component's own configuration that changed.
    let cause: Event?
    /// Sessions whose last event is after this sequence number are reviewed when they fold that event.
    let upTo: SequenceNumber
    /// Whether sessions are only brought back that have something to do by themselves.
    var isWakeUp = false
    var after: SequenceNumber = .zero

    /// Whether an event takes its session out of the review's way before the review has come to it.
    func wouldMiss(_ event: Event) -> Bool {
        event.sequence > upTo && event.previous > after && event.previous <= upTo
    }
}

extension HostRun {
    private static let step = 32

    /// Finds the components that were made from something else than what they are made from now.
    func reviewChangedConfigurations() async throws {
        for (index, component) in components.enumerated() where !component.logic.roster.isEmpty {
            guard let known = component.progress.configuration, known != component.logic.configuration else { continue }
            let head = try await log.latest(LatestQuery(component.logic.roster, limit: 1)).head
            reviews.append(Review(component: index, cause: nil, upTo: head))
        }
    }

    /// Finds the components that may have left sessions with something to do by themselves.
    func wakeSessions() async throws {
        for (index, component) in components.enumerated() where !component.logic.unfinished.isEmpty {
            let head = try await log.latest(LatestQuery(component.logic.unfinished, limit: 1)).head
            reviews.append(Review(component: index, cause: nil, upTo: head, isWakeUp: true))
        }
    }

    /// Reviews the session of an event that a review would no longer find.
    func meetReviews(with event: Event, of session: String, in reader: Int, _ turn: inout Turn) throws(TransientFailure)
    {
        let component = components[reader]
        let topic = event.topic.description
        for review in reviews where review.component == reader && !review.isWakeUp && review.wouldMiss(event) {
            guard component.logic.roster.contains(where: { $0.matches(topic) }) else { continue }
            try component.revisit(session, for: review.cause.map { Incoming($0) }, last: event, in: &turn)
        }
    }

    /// Goes through the next few sessions of a review.
    func goOn(with review: Review) async throws {
        let component = components[review.component]
        var query = LatestQuery(
            review.isWakeUp ? component.logic.unfinished : component.logic.roster,
            after: review.after
        )
        query.limit = min(Self.step, limit)
        let page = try await log.latest(query)
        let events = page.events.filter { event in
            // What was searched once is not searched again.
            event.sequence <= review.upTo
                && event.topic.session.map { !OneOffSession.contains($0) && component.takes($0) } ?? true
        }
        let last = Dictionary(
            events.compactMap { event in event.topic.session.map { ($0, event) } },
            uniquingKeysWith: { $1 }
        )
        if let last = events.last, page.hasMore {
            reviews[0].after = last.sequence
        } else {
            reviews.removeFirst()
        }
        guard !review.isWakeUp else {
            let waking = last.filter { component.logic.isUnfinished($0.value) }
            return try await load([review.component: Set(waking.keys)])
        }
        try await load([review.component: Set(last.keys)])
        var turn = newTurn()
        turn.component = review.component
        let cause = review.cause.map { Incoming($0) }
        for (session, event) in last.sorted(by: { $0.key < $1.key }) {
            try component.revisit(session, for: cause, last: event, in: &turn)
        }
        try await end(&turn, isSmallest: last.count <= 1)
    }
}
