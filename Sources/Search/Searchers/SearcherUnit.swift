// SPDX-License-Identifier: MIT

import AppModel
import Bus
import Components
import SearchModel
import Wire

/// What a searcher process searches: one searcher, or the members of a `multi` searcher, all in one request.
public struct SearcherUnit: Sendable {
    /// A searcher that answers on a topic of its own.
    public struct Member: Sendable {
        public let name: String
        /// What is asked of an index, but for the text, the page and the filters.
        public let template: SearchRequest
        /// The name of the backend.
        public let backend: String

        public init(name: String, template: SearchRequest, backend: String = BackendConfiguration.embedded.name) {
            self.name = name
            self.template = template
            self.backend = backend
        }
    }

    /// The name that requests are addressed to.
    public let name: String
    /// The name of the cursor.
    public let component: String
    /// The searchers that it answers for; a `multi` one may have others, which other processes answer for.
    public let members: [Member]
    /// The engines as the app file describes them, without what is secret.
    private let backends: [BackendConfiguration]

    public init(name: String, component: String? = nil, members: [Member], backends: [BackendConfiguration] = []) {
        self.name = name
        self.component = component ?? name
        self.members = members
        self.backends = backends
    }

    /// What one process searches of a searcher of an app.
    public init(_ part: SearcherPart, of app: App) {
        let members = part.members.compactMap(app.searcher).map { member in
            Member(name: member.name, template: SearcherUnit.template(of: member, app), backend: member.backend)
        }
        let asked = Set(members.map(\.backend))
        let backends = app.backends.filter { asked.contains($0.name) }
        self.init(name: part.unit, component: part.component, members: members, backends: backends)
    }

    /// The unit of a searcher of an app, whatever its engines.
    public init(_ searcher: Searcher, of app: App) {
        let members = app.members(of: searcher).map(\.name)
        self.init(SearcherPart(unit: searcher.name, component: searcher.name, program: nil, members: members), of: app)
    }

    private static func template(of searcher: Searcher, _ app: App) -> SearchRequest {
        let facets = app.facets(for: searcher.name)
        let limit = facets.map(\.limit).max() ?? 100
        return SearchRequest(
            index: searcher.index ?? "",
            kind: searcher.attribute.map { .facetValues(attribute: $0, limit: limit) } ?? .hits,
            hitsPerPage: searcher.hitsPerPage ?? 20,
            baseFilters: searcher.filters,
            facets: searcher.attribute == nil ? facets : [],
            stats: app.stats(for: searcher.name),
            attributesToRetrieve: searcher.attributesToRetrieve
        )
    }

    /// A text that is another one when the unit would answer the same requests otherwise.
    var digest: String { Digest.text(of: "\(members) \(backends.map(\.json.text))") }

    /// The member of a name.
    public func member(_ name: String) -> Member? { members.first { $0.name == name } }

    /// What an engine is asked for a member's request.
    public func request(of name: String, for asked: MemberRequest) -> SearchRequest? {
        guard var request = member(name)?.template else { return nil }
        request.index = asked.index
        request.query = asked.query
        request.page = asked.page
        if let hitsPerPage = asked.hitsPerPage { request.hitsPerPage = hitsPerPage }
        request.filters = asked.filters
        request.baseFilters = request.baseFilters.joined(with: asked.baseFilters)
        request.parameters = asked.parameters
        if asked.isExplained { request.ranking = RankingNeed(isExplained: true) }
        if let wanted = asked.attributesToRetrieve {
            request.attributesToRetrieve = request.attributesToRetrieve.map { $0.filter(wanted.contains) } ?? wanted
        }
        request.facets += asked.facets.filter { !request.facets.contains($0) }
        request.stats += asked.stats.filter { !request.stats.contains($0) }
        return request
    }
}
