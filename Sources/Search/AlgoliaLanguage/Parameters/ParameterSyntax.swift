// SPDX-License-Identifier: MIT

import Wire

/// The syntax of the parameters of a query.
public enum ParameterSyntax: String, Sendable, Hashable, CaseIterable {
    /// As members of the query.
    case members
    /// As one text, `params`.
    case text

    /// What says which question a query is, and is a member of it always.
    private static let ownMembers: Set<String> = ["indexName", "type", "facet", "facetQuery"]

    /// A query as the service takes it.
    public func query(_ query: JSON) -> JSON {
        guard self == .text, let members = query.object?.members else { return query }
        var object = JSONObject(members.filter { Self.ownMembers.contains($0.key) }.map { ($0.key, $0.value) })
        let others = members.filter { !Self.ownMembers.contains($0.key) }.map { ($0.key, $0.value) }
        object["params"] = ParameterEncoding.encoded(JSONObject(others)).map(JSON.string)
        return .object(object)
    }
}
