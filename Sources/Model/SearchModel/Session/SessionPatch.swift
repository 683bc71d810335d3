// SPDX-License-Identifier: MIT

import Wire

/// Some parts of a session's state, to be put into another state.
struct SessionPatch: Sendable, Hashable {
    var filters: [String: FilterState] = [:]
    /// Members of searchers, by the searcher's name.
    var searchers: [String: SearcherPatch] = [:]

    /// The members of one searcher that are set.
    struct SearcherPatch: Sendable, Hashable {
        var query: String?
        var index: String??
        var page: Int?
        /// How many records a page has; what is set may be `nil`.
        var hitsPerPage: Int??
        var parameters: JSONObject?

        var isEmpty: Bool { self == SearcherPatch() }
    }

    init() {}

    /// The parts of a state that differ from another state; names that only one of them has are left out.
    init(of state: SessionState, differingFrom other: SessionState) {
        for (name, theirs) in other.filters {
            if let ours = state.filters[name], ours != theirs { filters[name] = ours }
        }
        for (name, theirs) in other.searchers {
            guard let ours = state.searchers[name], ours != theirs else { continue }
            var patch = SearcherPatch()
            if ours.query != theirs.query { patch.query = ours.query }
            if ours.index != theirs.index { patch.index = .some(ours.index) }
            if ours.page != theirs.page { patch.page = ours.page }
            if ours.hitsPerPage != theirs.hitsPerPage { patch.hitsPerPage = .some(ours.hitsPerPage) }
            if ours.parameters != theirs.parameters { patch.parameters = ours.parameters }
            searchers[name] = patch
        }
    }

    var isEmpty: Bool { filters.isEmpty && searchers.isEmpty }

    /// The state with these parts put into it; names that it does not have are passed over.
    func applied(to state: SessionState) -> SessionState {
        var state = state
        for (name, value) in filters where state.filters[name] != nil { state.filters[name] = value }
        for (name, patch) in searchers {
            guard var searcher = state.searchers[name] else { continue }
            if let query = patch.query { searcher.query = query }
            if let index = patch.index { searcher.index = index }
            if let page = patch.page { searcher.page = page }
            if let hitsPerPage = patch.hitsPerPage { searcher.hitsPerPage = hitsPerPage }
            if let parameters = patch.parameters { searcher.parameters = parameters }
            state.searchers[name] = searcher
        }
        return state
    }

    /// Takes over the parts of another patch that are not set here.
    mutating func fill(from other: SessionPatch) {
        filters.merge(other.filters) { ours, _ in ours }
        searchers.merge(other.searchers) { ours, theirs in
            SearcherPatch(
                query: ours.query ?? theirs.query,
                index: ours.index ?? theirs.index,
                page: ours.page ?? theirs.page,
                hitsPerPage: ours.hitsPerPage ?? theirs.hitsPerPage,
                parameters: ours.parameters ?? theirs.parameters
            )
        }
    }
}

extension SessionPatch {
    /// Reads the parts that belong to names of a state; others are passed over.
    ///
    /// - Throws: `JSONError` for data of the wrong form.
    init(json: JSON, namesOf state: SessionState) throws {
        guard json.object != nil else { throw JSONError("a session's state is not an object") }
        for (name, value) in try SessionPatch.members("filters", of: json) where state.filters[name] != nil {
            filters[name] = try FilterState(json: value)
        }
        for (name, value) in try SessionPatch.members("searchers", of: json) where state.searchers[name] != nil {
            let patch = try SearcherPatch(json: value)
            if !patch.isEmpty { searchers[name] = patch }
        }
    }

    private static func members(_ key: String, of json: JSON) throws -> [(String, JSON)] {
        guard let value = json[key], !value.isNull else { return [] }
        guard let object = value.object else { throw JSONError("`\(key)` is not an object") }
        return object.members.map { ($0.key, $0.value) }
    }

    /// The parts by name, in the order of the names.
    var json: JSON {
        var object = JSONObject()
        if !filters.isEmpty { object["filters"] = SessionPatch.sorted(filters, \.json) }
        if !searchers.isEmpty { object["searchers"] = SessionPatch.sorted(searchers, \.json) }
        return .object(object)
    }

    private static func sorted<Value>(_ values: [String: Value], _ json: (Value) -> JSON) -> JSON {
        .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))
    }
}

extension SessionPatch.SearcherPatch: JSONConvertible {
    init(json: JSON) throws {
        guard let object = json.object else { throw JSONError("a searcher's state is not an object") }
        if object["query"] != nil { query = try json.requiredString("query") }
        if let index = object["index"] { self.index = index.isNull ? .some(nil) : try json.requiredString("index") }
        page = try json.integer("page")
        guard page ?? 0 >= 0 else { throw JSONError("`page` is negative") }
        if let hitsPerPage = object["hitsPerPage"] {
            let number = hitsPerPage.isNull ? nil : try json.requiredInt("hitsPerPage")
            self.hitsPerPage = .some(try number.map(SessionLimits.checkedHitsPerPage))
        }
        if let parameters = object["parameters"] {
            guard let object = parameters.object else { throw JSONError("`parameters` is not an object") }
            self.parameters = object
        }
    }

    var json: JSON {
        var object = JSONObject()
        if let query { object["query"] = .string(query) }
        if let index { object["index"] = JSON(index) }
        if let page { object["page"] = JSON(page) }
        if let hitsPerPage { object["hitsPerPage"] = JSON(hitsPerPage) }
        if let parameters { object["parameters"] = .object(parameters) }
        return .object(object)
    }
}
