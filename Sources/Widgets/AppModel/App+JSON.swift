// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Interactors
import SearchModel
import Wire

extension App: JSONConvertible {
    public init(json: JSON) throws {
        let console = try json.required("console")
        self.init(
            name: try json.requiredString("name"),
            console: Console(title: try console.requiredString("title"), subtitle: console["subtitle"]?.string),
            backends: try json.list("backends").map(BackendConfiguration.init(json:)),
            searchers: try json.list("searchers").map(Searcher.init(json:)),
            filterStates: try json.list("filterStates").map { state in
                try FilterStateConfiguration(json: state)
            },
            widgets: try json.list("widgets").map(Widget.init(json:)),
            indexes: json["indexes"] == nil ? [] : try json.strings("indexes"),
            interactors: try json["interactors"].map(InteractorLayout.init(json:)) ?? .each,
            servesAlgolia: json["algolia"]?.bool ?? false,
            countsInsights: json["insights"]?.bool ?? true,
            origins: try (json["web"]?.strings("origins") ?? []).map(WebOrigin.init(json:)),
            log: try json["log"].map(LogConfiguration.init(json:)) ?? .sqlite
        )
    }

    public var json: JSON {
        var object: JSON = [
            "name": .string(name),
            "console": .object(
                members: [("title", .string(console.title)), ("subtitle", console.subtitle.map(JSON.string))]
            ),
            "backends": .array(backends.map(\.json)),
            "searchers": .array(searchers.map(described)),
            "filterStates": .array(filterStates.map(\.json)),
            "widgets": .array(widgets.map(\.json)),
            "interactors": interactors.json,
        ]
        // Apps without these are described as ever.
        if var members = object.object {
            if !indexes.isEmpty { members["indexes"] = JSON(indexes) }
            if servesAlgolia { members["algolia"] = true }
            if !countsInsights { members["insights"] = false }
            if !origins.isEmpty { members["web"] = ["origins": JSON(origins.map(\.description))] }
            if log != .sqlite { members["log"] = log.json }
            object = .object(members)
        }
        return object
    }
}

extension App {
    /// A searcher, with what its widgets want counted where a program of one's own has to know, and with what clients may ask of
    /// it where that is more than its index, or less than any count.
    private func described(_ searcher: Searcher) -> JSON {
        var object = searcher.json.object ?? JSONObject()
        if searcherParts.contains(where: { $0.program != nil && $0.members.contains(searcher.name) }) {
            object["needs"] = [
                "facets": .array(facets(for: searcher.name).map(\.json)), "stats": JSON(stats(for: searcher.name)),
            ]
        }
        let reach = reach(of: searcher.name)
        if let index = searcher.index, reach != SearcherReach(indexes: [index]) { object["reach"] = reach.json }
        return .object(object)
    }
}

extension WebOrigin {
    fileprivate init(json text: String) throws {
        do throws(ParseError) {
            try self.init(parsing: text)
        } catch {
            throw JSONError("the origin `\(text.prefix(100))` \(error.message)")
        }
    }
}

extension BackendConfiguration: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            name: try json.requiredString("name"),
            type: try json.requiredString("type"),
            parameters: try json.required("parameters")
        )
    }

    public var json: JSON { ["name": .string(name), "type": .string(type), "parameters": parameters] }
}

extension App.FilterStateConfiguration: JSONConvertible {
    public init(json: JSON) throws {
        self.init(
            name: try json.requiredString("name"),
            searchers: try json.strings("searchers"),
            attributes: try json.attributeMaps
        )
    }

    public var json: JSON {
        .object(
            members: [
                ("name", .string(name)),
                ("searchers", JSON(searchers)),
                ("attributes", JSON.object(attributes)),
            ]
        )
    }
}

extension JSON {
    /// What the indexes of searchers call attributes, by searcher.
    fileprivate var attributeMaps: [String: AttributeMap] {
        get throws {
            let maps = try (self["attributes"]?.object?.members ?? []).map { member in
                (member.key, try AttributeMap(json: member.value))
            }
            return Dictionary(maps, uniquingKeysWith: { first, _ in first })
        }
    }

    /// The same as JSON; `nil` for none.
    fileprivate static func object(_ maps: [String: AttributeMap]) -> JSON? {
        maps.isEmpty ? nil : .object(JSONObject(maps.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }))
    }
}

extension Searcher: JSONConvertible {
    public init(json: JSON) throws {
        let words = try json.requiredString("searchWhen")
        guard let rule = SearchRule(words: words) else { throw JSONError("`searchWhen` is `\(words)`") }
        self.init(
            name: try json.requiredString("name"),
            kind: try Kind(json: json),
            backend: json["backend"]?.string ?? "",
            searchWhen: rule,
            filters: try FilterState(json: ["groups": json["filters"] ?? []]),
            extraNeeds: SearchNeeds(
                facets: Set(try json.strings("facets").map { FacetNeed($0) }),
                stats: Set(try json.strings("stats"))
            ),
            attributesToRetrieve: json["attributesToRetrieve"] == nil ? nil : try json.strings("attributesToRetrieve")
        )
    }

    public var json: JSON {
        .object(
            members: [
                ("name", .string(name)),
                ("type", .string(type)),
                ("index", index.map(JSON.string)),
                ("hitsPerPage", hitsPerPage.map { JSON($0) }),
                ("attribute", attribute.map(JSON.string)),
                ("searchers", isMulti ? JSON(members) : nil),
                ("backend", backend.isEmpty ? nil : .string(backend)),
                ("searchWhen", .string(searchWhen.words)),
                ("filters", filters.isEmpty ? nil : filters.json["groups"]),
                ("facets", extraNeeds.facets.isEmpty ? nil : JSON(extraNeeds.facets.map(\.attribute).sorted())),
                ("stats", extraNeeds.stats.isEmpty ? nil : JSON(extraNeeds.stats.sorted())),
                ("attributesToRetrieve", attributesToRetrieve.map { JSON($0) }),
            ]
        )
    }
}

extension Searcher.Kind {
    fileprivate init(json: JSON) throws {
        switch try json.requiredString("type") {
        case "hits":
            let hitsPerPage = try json.requiredInt("hitsPerPage")
            self = .hits(index: try json.requiredString("index"), hitsPerPage: hitsPerPage)
        case "facets":
            self = .facets(index: try json.requiredString("index"), attribute: try json.requiredString("attribute"))
        case "multi":
            self = .multi(members: try json.strings("searchers"))
        case let other:
            throw JSONError("`type` of a searcher is `\(other)`, not hits, facets or multi")
        }
    }
}

extension App.Widget: JSONConvertible {
    public init(json: JSON) throws {
        guard let place = App.Place(rawValue: try json.requiredString("place")) else {
            throw JSONError("`place` of a widget is not top, side, main or foot")
        }
        self.init(
            WidgetConfiguration(
                name: try json.requiredString("name"),
                type: try json.requiredString("type"),
                searcher: json["searcher"]?.string,
                searcherMembers: json["members"] == nil ? nil : try json.strings("members"),
                searcherUnit: json["unit"]?.string,
                filterState: json["filterState"]?.string,
                links: json["links"] == nil ? [] : try json.list("links").map(WidgetLink.init(json:)),
                attributes: try json.attributeMaps,
                title: json["title"]?.string,
                parameters: try json.required("parameters")
            ),
            place: place,
            controller: json["controller"]?.string,
            run: json["run"] == nil ? nil : try json.strings("run"),
            isExternal: json["external"]?.bool ?? false,
            environment: json["environment"] == nil ? [] : try json.strings("environment")
        )
    }

    public var json: JSON {
        .object(
            members: [
                ("name", .string(name)),
                ("type", .string(configuration.type)),
                ("searcher", configuration.searcher.map(JSON.string)),
                ("members", configuration.searcher == nil ? nil : JSON(configuration.searcherMembers)),
                ("unit", configuration.searcherUnit.map(JSON.string)),
                ("filterState", configuration.filterState.map(JSON.string)),
                ("links", configuration.links.isEmpty ? nil : .array(configuration.links.map(\.json))),
                ("attributes", JSON.object(configuration.attributes)),
                ("title", configuration.title.map(JSON.string)),
                ("parameters", configuration.parameters),
                ("place", .string(place.rawValue)),
                ("controller", controller.map(JSON.string)),
                ("run", run.map { JSON($0) }),
                ("external", isExternal ? true : nil),
                ("environment", environment.isEmpty ? nil : JSON(environment)),
            ]
        )
    }
}

extension JSON {
    /// An object of the members that are there.
    fileprivate static func object(members: [(String, JSON?)]) -> JSON {
        .object(JSONObject(members.compactMap { key, value in value.map { (key, $0) } }))
    }
}
