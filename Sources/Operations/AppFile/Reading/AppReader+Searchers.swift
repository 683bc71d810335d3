// SPDX-License-Identifier: MIT

import AppModel
import Interactors
import SearchModel
import Wire

extension AppReader {
    func searchers(_ entries: [Entry], backends: [Entry]) -> [Searcher] {
        let searchers = entries.compactMap { searcher($0, backends: backends) }
        checkMembers(searchers, entries)
        let ownRules = Set(entries.filter { $0.fields.node("searchWhen") != nil }.map(\.name))
        return searchers.map { searcher in
            // A member without a rule of its own has that of its `multi` searcher.
            guard !ownRules.contains(searcher.name),
                let home = searchers.first(where: { $0.members.contains(searcher.name) })
            else { return searcher }
            var member = searcher
            member.searchWhen = home.searchWhen
            return member
        }
    }

    private func searcher(_ entry: Entry, backends: [Entry]) -> Searcher? {
        let fields = entry.fields
        guard fields.requiredText("type") != nil, let type = fields.choice("type", among: Searcher.types) else {
            return nil
        }
        fields.refuseUnknown(known: Searcher.fields(of: type).filter { !$0.isDerived }.map(\.name))
        guard type != "multi" else {
            var searcher = Searcher(name: entry.name, kind: .multi(members: members(fields)))
            read(fields, into: &searcher, except: Self.checkedKeys)
            return searcher
        }
        let backend = backendName(fields, backends)
        let isEmbedded =
            backends.first { $0.name == backend }?.fields.text("type") ?? BackendConfiguration.embedded.type
        let index = index(fields, isEmbedded: isEmbedded == BackendConfiguration.embedded.type)
        var searcher = Searcher(
            name: entry.name,
            kind: type == "hits"
                ? .hits(index: index, hitsPerPage: 20)
                : .facets(index: index, attribute: fields.requiredText("attribute") ?? ""),
            backend: backend,
            filters: baseFilters(fields)
        )
        read(fields, into: &searcher, except: Self.checkedKeys)
        return searcher
    }

    /// What needs more checks than its declaration has.
    private static let checkedKeys: Set = ["type", "index", "attribute", "searchers", "backend", "filters"]

    private func members(_ fields: Fields) -> [String] {
        let members = fields.texts("searchers") ?? []
        if members.isEmpty, fields.node("searchers")?.json.array ?? [] == [] {
            problems.report("\(fields.owner) has no `searchers`", at: fields.position, remedy: "Add `searchers: […]`.")
        }
        return members
    }

    private func index(_ fields: Fields, isEmbedded: Bool) -> String {
        guard let index = fields.requiredText("index") else { return "" }
        guard !isEmbedded || Name.isValid(index) else {
            fields.report("is not a valid index name", "index", remedy: "Use 1 to 64 letters, digits, `_` or `-`.")
            return ""
        }
        guard !index.contains("/"), index.utf8.count <= 128 else {
            fields.report("is not a valid index name", "index", remedy: "Use up to 128 bytes without `/`.")
            return ""
        }
        return index
    }

    /// Reports invalid names of indexes that clients may choose.
    func checkIndexes(_ names: [String], _ fields: Fields) {
        for name in names where name.isEmpty || name.contains("/") || name.utf8.count > 128 {
            fields.report(
                "has the invalid name of an index `\(name.prefix(80))`",
                "indexes",
                remedy: "Use up to 128 bytes without `/`."
            )
        }
    }

    /// The backend that is named; the only one where none is.
    private func backendName(_ fields: Fields, _ backends: [Entry]) -> String {
        if let name = fields.text("backend") {
            let known = backends.isEmpty ? [BackendConfiguration.embedded.name] : backends.map(\.name)
            if !known.contains(name) {
                fields.report(
                    "names an unknown backend `\(name)`",
                    "backend",
                    remedy: Spelling.remedy(for: name, among: known)
                )
            }
            return name
        }
        if backends.count > 1 {
            problems.report(
                "\(fields.owner) has no `backend`, and there are several",
                at: fields.position,
                remedy: "Add `backend:` with one of: \(backends.map(\.name).joined(separator: ", "))."
            )
        }
        return backends.first?.name ?? BackendConfiguration.embedded.name
    }

    private func checkMembers(_ searchers: [Searcher], _ entries: [Entry]) {
        var homes: [String: String] = [:]
        for entry in entries {
            guard let searcher = searchers.first(where: { $0.name == entry.name }), searcher.isMulti else { continue }
            if searcher.members.count > Searcher.maximumMembers {
                entry.fields.report(
                    "has \(searcher.members.count) members",
                    "searchers",
                    remedy:
                        "List at most \(Searcher.maximumMembers); use another `multi` searcher for the others."
                )
            }
            for name in searcher.members {
                check(name, "searchers", of: entry.fields, among: entries, kind: "searcher")
                if searchers.first(where: { $0.name == name })?.isMulti == true {
                    entry.fields.report(
                        "holds the `multi` searcher `\(name)`",
                        "searchers",
                        remedy: "List its members here instead."
                    )
                } else if let home = homes.updateValue(entry.name, forKey: name) {
                    entry.fields.report(
                        "holds `\(name)`, which is a member of `\(home)` already",
                        "searchers",
                        remedy: "A searcher is a member once; add another one for the same index."
                    )
                }
            }
        }
    }
}

// MARK: - Base filters

extension AppReader {
    /// The base filters: each must hold, and of those listed under `any` one.
    private func baseFilters(_ fields: Fields) -> FilterState {
        guard let node = fields.node("filters") else { return FilterState() }
        guard case .list(let elements) = node.content else {
            fields.report("is not a list", "filters", remedy: "Write `- { attribute: brand, value: Apple }` entries.")
            return FilterState()
        }
        var state = FilterState()
        for (index, element) in elements.enumerated() {
            let alternatives: [SourceNode]
            if case .mapping(let members) = element.content, members.map(\.key) == ["any"],
                case .list(let listed)? = members.first?.value.content
            {
                alternatives = listed
            } else {
                alternatives = [element]
            }
            let isChoice = alternatives.count > 1
            let group = FilterGroup.ID(kind: isChoice ? .or : .and, name: isChoice ? "base-\(index)" : "base")
            for alternative in alternatives {
                if let filter = filter(alternative, of: fields) { state.add(filter, to: group) }
            }
        }
        return state
    }

    private func filter(_ node: SourceNode, of fields: Fields) -> Filter? {
        guard let entry = Fields(node, owner: "a filter of \(fields.owner)", problems: problems) else { return nil }
        entry.refuseUnknown(known: [
            "type", "attribute", "value", "operator", "range", "date", "tag", "point", "radius", "box", "polygon",
            "negated", "score",
        ])
        var object = JSONObject(entry.members.map { ($0.key, $0.value.json) })
        if let tag = object["tag"] {
            object["type"] = "tag"
            object["value"] = tag
        } else if object["type"] == nil, ["point", "box", "polygon"].contains(where: { object[$0] != nil }) {
            object["type"] = "geo"
        } else if object["type"] == nil {
            let isNumeric = ["operator", "range", "date"].contains { object[$0] != nil }
            object["type"] = isNumeric ? "numeric" : "facet"
        }
        do {
            return try Filter(json: .object(object))
        } catch {
            problems.report(
                "\(entry.owner) makes no sense: \(error)",
                at: node.position,
                remedy: "Write { attribute: A, value: V }, { attribute: A, operator: \">=\", value: N }, "
                    + "{ attribute: A, range: [LOW, HIGH] }, { attribute: A, date: last 7 days }, "
                    + "{ point: [LAT, LNG], radius: METRES }, { box: [[S, W], [N, E]] }, "
                    + "{ polygon: [[LAT, LNG], …] } or { tag: T }."
            )
            return nil
        }
    }
}
