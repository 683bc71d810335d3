// SPDX-License-Identifier: MIT

import AppModel
import SearchModel
import Wire

/// Reads permalinks as the state store of an app does, before a session begins with one.
public struct LinkReader: Sendable {
    /// What a link says.
    public struct Reading: Sendable, Hashable {
        /// The link to all that could be read, with the question mark that it begins with.
        public let link: String
        /// What could not be read, in the order of the link.
        public let problems: [SearchBusError]
    }

    private let rules: StateStoreRules

    /// Makes the reader of an app's links.
    ///
    /// - Throws: `ParameterError` for a widget whose parameters make no sense.
    public init(_ app: App) throws {
        rules = try StateStoreRules(app)
    }

    /// Reads a link: what cannot be read, or names what the app does not have, is left out.
    public func read(_ link: String) -> Reading {
        let (state, problems) = rules.read(link)
        return Reading(link: state.permalink(rules.links), problems: problems)
    }
}

extension StateStoreRules {
    /// The state that a new session may begin with by a link, and what of the link cannot be kept.
    func read(_ link: String) -> (state: SessionState, problems: [SearchBusError]) {
        var (state, damage) = SessionState.readable(permalink: link, links)
        var problems = damage.map { SearchBusError(.invalidArgument, "\($0)") }
        for member in members {
            var alone = base
            alone.searchers[member.name]?.index = state.searchers[member.name]?.index
            do {
                try checkIndexes(of: alone, insteadOf: base)
            } catch {
                problems.append(error.asProblem)
                state.searchers[member.name]?.index = base.searchers[member.name]?.index
            }
        }
        do {
            try checkRequests(of: state, insteadOf: base, under: FilterState())
        } catch {
            problems.append(error.asProblem)
            state = base
        }
        return (state, problems)
    }
}

extension Error {
    fileprivate var asProblem: SearchBusError { self as? SearchBusError ?? SearchBusError(.internalError, "\(self)") }
}
