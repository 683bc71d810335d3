// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Interactors
import SearchModel
import Wire

extension StateStoreFold {
    /// One session: what it asks for, how it came to it, and what was said of it last.
    public struct State: Sendable {
        private(set) var session: SessionState
        private var editors: [String: SessionEdit.Editor] = [:]
        private var needs: [String: SearchNeeds] = [:]
        private var again: Set<String> = []
        private var history = SessionHistory()
        private var requests: [String: UnitRequest] = [:]
        private var revisions: [String: Int] = [:]
        private var filters: [String: Published] = [:]
        private var steps = Published()
        private var view = Published()
        /// The filters of the key that began the session; empty without such a key.
        private var keyFilters = FilterState()
        /// Whether no intent was carried out yet: only the first one can bring the filters of a key.
        private var isNew = true

        init(_ base: SessionState) {
            session = base
        }

        var filterCount: Int { session.filters.values.reduce(0) { $0 + $1.count } }
        /// About how large the history is, in bytes.
        private(set) var historySize = 0

        // MARK: Intents

        /// Carries an intent out.
        ///
        /// - Throws: The reason for which it is rejected; then nothing has changed.
        mutating func carryOut(
            _ intent: Intent,
            by rule: StateStoreRules.Rule,
            _ rules: StateStoreRules,
            correlationID: String
        ) throws -> Outcome {
            defer { isNew = false }
            var edit = SessionEdit(session, editors: editors, needs: needs)
            switch rule {
            case .session: return try carryOut(intent, &edit, rules, correlationID)
            case .filterState(let name): try FilterIntent(intent).change(&edit, of: name)
            case .searchers(let names): try SearchIntent(intent).change(&edit, of: names, requests: numbers(rules))
            case .widget(let widget):
                try widget.carryOut(intent, in: &edit)
                if let step = edit.step { return try carryOut(step, &edit, rules, correlationID) }
            }
            return try take(edit, rules, correlationID)
        }

        private mutating func carryOut(
            _ intent: Intent,
            _ edit: inout SessionEdit,
            _ rules: StateStoreRules,
            _ correlationID: String
        ) throws -> Outcome {
            switch intent.type {
            case "start":
                guard isNew else { return .unchanged }
                keyFilters = try SessionStart.filters(in: intent.data)
                return .applied
            case "undo", "redo":
                var history = history
                let step = intent.type == "undo" ? history.undo(from: session) : history.redo(from: session)
                guard let step else { return .unchanged }
                edit.replace(with: step)
                try rules.checkIndexes(of: edit.state, insteadOf: session)
                try rules.checkRequests(of: edit.state, insteadOf: session, under: keyFilters)
                (self.history, session, editors) = (history, edit.state, [:])
                return .applied
            case "reset":
                edit.replace(with: rules.base)
            case "restore":
                edit.replace(with: try Self.target(of: intent, rules))
            default:
                throw SearchBusError(
                    .invalidIntent,
                    "a session does not understand `\(intent.type)`",
                    remedy: "Send one of: start, undo, redo, reset, restore."
                )
            }
            return try take(edit, rules, correlationID)
        }

        /// The state that a `restore` asks for: that of a link, or one that is written out.
        private static func target(of intent: Intent, _ rules: StateStoreRules) throws -> SessionState {
            if let link = intent.data["link"]?.string { return try SessionState(permalink: link, rules.links) }
            guard let state = intent.data["state"], state.object != nil else {
                throw JSONError("`restore` needs `link`, a text such as `?q=lamp`, or `state`, an object")
            }
            return try SessionState(json: state, relativeTo: rules.base)
        }

        /// Takes over what a rule has made of the session.
        private mutating func take(
            _ edit: SessionEdit,
            _ rules: StateStoreRules,
            _ correlationID: String
        ) throws -> Outcome {
            var changed = edit.state
            try rules.checkIndexes(of: changed, insteadOf: session)
            if edit.needs != needs { try rules.check(edit.needs) }
            try rules.checkRequests(of: changed, insteadOf: session, under: keyFilters)
            for member in rules.members {
                // Another selection has another first page.
                guard let state = member.filterState, session.filters[state] != changed.filters[state],
                    member.attributes.isEmpty || member.filters(of: session) != member.filters(of: changed)
                else { continue }
                changed.searchers[member.name]?.page = 0
            }
            let asked = edit.again.filter { name in
                // Being asked is what a manual searcher waits for; any other rule holds however a search is asked for.
                guard let rule = rules.member(name)?.searchWhen else { return false }
                return rule == .manual || rule.admits(changed.searchers[name]?.query ?? "")
            }
            let didChange = changed != session || edit.needs != needs
            history.record(from: session, to: changed, correlationID: correlationID)
            session = changed
            (editors, needs) = (edit.editors, edit.needs)
            again.formUnion(asked)
            return didChange || !asked.isEmpty ? .applied : .unchanged
        }

        /// The request that each searcher is at: its last one, or the next one where something else is asked for by now.
        private func numbers(_ rules: StateStoreRules) -> [String: Int] {
            rules.units.reduce(into: [:]) { numbers, unit in
                let last = requests[unit.name]
                let next = (last?.number ?? 0) + 1
                for member in unit.members {
                    numbers[member.name] = asked(member, after: last?.members[member.name], number: next).number
                }
            }
        }
    }
}

// MARK: - What is said

extension StateStoreFold.State {
    /// The filter states that changed since they were said last.
    mutating func changedFilters() -> [Output] {
        session.filters.sorted { $0.key < $1.key }.compactMap { name, filters in
            guard self.filters[name, default: Published()].update(filters.json.bytes) else { return nil }
            revisions[name, default: 0] += 1
            var data = filters.json.object ?? JSONObject()
            data["revision"] = JSON(revisions[name])
            return Output(.filters, name, type: "searchbus.filters.changed", data: JSON.object(data).bytes)
        }
    }

    /// The requests of the searchers that are asked for something else than before, or again.
    mutating func changedRequests(_ rules: StateStoreRules) -> [Output] {
        defer { again = [] }
        return rules.units.compactMap { unit in
            let last = requests[unit.name]
            let number = (last?.number ?? 0) + 1
            var request = UnitRequest(searcher: unit.name, number: last?.number ?? 0, members: [:])
            for member in unit.members {
                request.members[member.name] = asked(member, after: last?.members[member.name], number: number)
            }
            guard request != last else { return nil }
            request.number = number
            requests[unit.name] = request
            return Output(.request, unit.name, type: "searchbus.request.changed", data: request.json.bytes)
        }
    }

    /// A member's current request; with a new number if it must be searched again.
    private func asked(
        _ member: StateStoreRules.Member,
        after last: MemberRequest?,
        number: Int
    ) -> MemberRequest {
        let wanted = session.searchers[member.name] ?? SearcherState()
        var request = MemberRequest(
            number: last?.number ?? 0,
            since: last?.since ?? 0,
            cleared: last?.cleared ?? 0,
            isAdmitted: last?.isAdmitted ?? false,
            query: wanted.query,
            index: wanted.index ?? member.index,
            isIndexChosen: wanted.index != nil,
            page: wanted.page,
            hitsPerPage: wanted.hitsPerPage,
            filters: member.filters(of: session),
            parameters: wanted.parameters,
            facets: needs[member.name]?.facets.sorted() ?? [],
            stats: needs[member.name]?.stats.sorted() ?? [],
            baseFilters: keyFilters,
            client: editors[member.name]?.client,
            edit: editors[member.name]?.edit
        )
        let isAgain = again.contains(member.name)
        guard member.searchWhen != .manual else {
            if isAgain { (request.number, request.isAdmitted) = (number, true) }
            return request
        }
        let isAdmitted = member.searchWhen.admits(wanted.query)
        guard let last else {
            (request.number, request.since, request.isAdmitted) = (number, isAdmitted ? 0 : number, isAdmitted)
            if !isAdmitted { request.cleared = number }
            return request
        }
        let isSame =
            last.query == request.query && last.index == request.index && last.page == request.page
            && last.hitsPerPage == request.hitsPerPage && last.filters == request.filters
            && last.parameters == request.parameters
            && last.facets == request.facets && last.stats == request.stats && last.baseFilters == request.baseFilters
        guard !isSame || isAgain || last.isAdmitted != isAdmitted else { return request }
        (request.number, request.isAdmitted) = (number, isAdmitted)
        // Answers to what was asked before would be wrong to show, not only late.
        let isEmptied = wanted.query.isEmpty && !last.query.isEmpty
        if !isAdmitted || isEmptied || last.index != request.index { request.since = number }
        if !isAdmitted { request.cleared = number }
        return request
    }

    /// The history, and what people see of the session as a whole, each if it changed.
    mutating func changedRest(_ rules: StateStoreRules) -> [Output] {
        var outputs: [Output] = []
        let steps = history.json(relativeTo: rules.base).bytes
        historySize = steps.count
        if self.steps.isEmpty ? history.canUndo || history.canRedo : true, self.steps.update(steps) {
            outputs.append(
                Output(.state, StateStoreFold.componentName, type: "searchbus.state.session", data: steps)
            )
        }
        let link = session.permalink(rules.links)
        // A link that is too long to be read is not published.
        let overview = SessionOverview(
            link: SessionLimits.admits(link: link.utf8) ? link : nil,
            canUndo: history.canUndo,
            canRedo: history.canRedo,
            filters: keyFilters
        )
        let bytes = overview.json.bytes
        if self.view.update(bytes) {
            outputs.append(Output(.view, StateStoreFold.sessionName, type: "searchbus.view.session", data: bytes))
        }
        return outputs
    }
}

// MARK: - Memory

extension StateStoreFold.State {
    mutating func takeFilters(of name: String, _ event: Incoming) throws {
        guard session.filters[name] != nil else { return }
        let filters = try event.filterState()
        session.filters[name] = filters
        self.filters[name] = Published(filters.json.bytes)
        revisions[name] = min(max(try event.data()["revision"]?.int ?? 0, 0), Self.highestNumber)
    }

    mutating func take(_ request: UnitRequest, _ rules: StateStoreRules) {
        var request = request
        request.number = min(request.number, Self.highestNumber)
        requests[request.searcher] = request
        for (name, member) in request.members {
            guard let known = rules.member(name) else { continue }
            // The app file may have named the index when it was chosen, and no longer.
            let isChosen = member.isIndexChosen && known.reach.indexes.contains(member.index)
            session.searchers[name] = SearcherState(
                query: member.query,
                index: isChosen && member.index != known.index ? member.index : nil,
                page: member.page,
                hitsPerPage: member.hitsPerPage,
                parameters: member.parameters
            )
            if !member.facets.isEmpty || !member.stats.isEmpty {
                needs[name] = SearchNeeds(facets: Set(member.facets), stats: Set(member.stats))
            }
            editors[name] = member.client.map { SessionEdit.Editor(client: $0, edit: member.edit) }
        }
    }

    /// What is counted on from; a higher number on the log was not written by a state store.
    private static let highestNumber = 1 << 52

    /// Takes the last view; under one that cannot be read, a key may have had filters, so the session finds nothing.
    mutating func takeView(_ event: Incoming) {
        keyFilters = (try? SessionOverview(json: try event.data()))?.filters ?? .nothing
        view = Published(event.event.dataBytes)
    }

    mutating func hasBegun() { isNew = false }

    mutating func takeHistory(_ event: Incoming, _ rules: StateStoreRules) throws {
        history = try SessionHistory(json: try event.data(), relativeTo: rules.base)
        steps = Published(event.event.dataBytes)
        historySize = event.event.dataBytes.count
    }
}
