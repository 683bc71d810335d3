// SPDX-License-Identifier: MIT

import AppFile
import AppModel
import Interactors
import SearchIndex
import SearchModel
import Wire

/// Holds an app against the embedded indexes that are there: what its searchers and widgets would ask for in vain.
///
/// These are warnings, since an index may be imported at any time.
struct IndexCheck {
    /// What an attribute is needed for.
    private enum Use: Int {
        case counting, comparing
    }

    /// An attribute that a filter looks at.
    private struct Need: Hashable, Comparable {
        let attribute: String
        let use: Use

        init(_ filter: Filter) {
            attribute = filter.attribute
            use = filter.type == .numeric ? .comparing : .counting
        }

        static func < (left: Need, right: Need) -> Bool {
            (left.attribute, left.use.rawValue) < (right.attribute, right.use.rawValue)
        }
    }

    let app: App
    let places: AppFilePlaces
    let directory: IndexDirectory
    private let looksInside: Bool
    let indexes: [IndexSummary]
    /// Why it is not known which indexes there are, as where they are another user's; `nil` where it is.
    private let failure: SearchBusError?

    /// Prepares a check; one that looks inside reads whole indexes.
    init(_ app: App, _ places: AppFilePlaces, indexes directory: IndexDirectory, looksInside: Bool) {
        self.app = app
        self.places = places
        self.directory = directory
        self.looksInside = looksInside
        do {
            (indexes, failure) = (try directory.list(), nil)
        } catch {
            (indexes, failure) = ([], error as? SearchBusError ?? SearchBusError(.storageFailed, "\(error)"))
        }
    }

    var warnings: [AppFileProblem] {
        var found: [AppFileProblem] = []
        for searcher in app.searchers {
            guard let name = searcher.index, app.backend(searcher.backend)?.type == BackendConfiguration.embedded.type
            else {
                continue
            }
            guard let index = self.index(name), index.isReadable else {
                found.append(missing(name, searcher))
                continue
            }
            found +=
                warnings(of: searcher, index) + filterWarnings(of: searcher, index)
                + orderWarnings(of: searcher, index) + templateWarnings(of: searcher, index)
        }
        return found.sorted { ($0.line, $0.message) < ($1.line, $1.message) }
    }

    /// The index of a name, or the one that has a replica of the name.
    private func index(_ name: String) -> IndexSummary? {
        if let index = indexes.first(where: { $0.name == name }) { return index }
        return directory.index(ofReplica: name).flatMap { owner in indexes.first { $0.name == owner } }
    }

    private func missing(_ name: String, _ searcher: Searcher) -> AppFileProblem {
        if let failure {
            return AppFileProblem(
                line: places.line(of: ["searchers", searcher.name, "index"]),
                message: "`index` of searcher `\(searcher.name)` is `\(name)`, and the indexes cannot be read: "
                    + failure.message,
                remedy: "Change the owner of \(directory.path) to the user who runs the app."
            )
        }
        let isThere = indexes.contains { $0.name == name }
        let meant = Spelling.closest(to: name, among: indexes.filter(\.isReadable).map(\.name))
        let build = "searchbus index import \(name) FILE"
        return AppFileProblem(
            line: places.line(of: ["searchers", searcher.name, "index"]),
            message: "`index` of searcher `\(searcher.name)` is `\(name)`, "
                + (isThere ? "which cannot be read" : "which does not exist"),
            remedy: isThere
                ? "Delete it and import it again: \(build)."
                : (meant.map { "Did you mean `\($0)`? Otherwise import it: \(build)." } ?? "Import it: \(build).")
        )
    }

    /// An attribute that an entry of the file names, and what it is needed for.
    struct PlacedNeed {
        let attribute: String
        /// What the file calls it, where the filters have another name than the index.
        var written: String?
        /// Whether its values are counted; otherwise its numbers are compared.
        let isCounted: Bool
        let place: [String]

        /// The beginning of what is wrong with it: where it stands, and what it is called.
        var subject: String {
            let owner = "\(place[0] == "widgets" ? "widget" : "searcher") `\(place[1])`"
            let names = written.map { "`\($0)`, in the index `\(attribute)`" } ?? "`\(attribute)`"
            return "`\(place[2])` of \(owner) names \(names), "
        }
    }

    private func warnings(of searcher: Searcher, _ index: IndexSummary) -> [AppFileProblem] {
        Self.needs(of: searcher, in: app).compactMap { need in
            warning(need, index)
        }
    }

    /// What a searcher, its filters and its widgets need of an index.
    static func needs(of searcher: Searcher, in app: App) -> [PlacedNeed] {
        let own = ["searchers", searcher.name]
        func counted(_ attributes: [String], _ place: [String]) -> [PlacedNeed] {
            attributes.map { PlacedNeed(attribute: $0, isCounted: true, place: place) }
        }
        func compared(_ attributes: [String], _ place: [String]) -> [PlacedNeed] {
            attributes.map { PlacedNeed(attribute: $0, isCounted: false, place: place) }
        }
        var needs = counted([searcher.attribute].compactMap(\.self), own + ["attribute"])
        needs += counted(searcher.extraNeeds.facets.sorted().map(\.attribute), own + ["facets"])
        needs += compared(searcher.extraNeeds.stats.sorted(), own + ["stats"])
        let filters = searcher.filters.groups.flatMap(\.filters).filter {
            $0.type != .tag && $0.type != .geo && $0.attribute != Record.identifierAttribute
        }
        needs += Set(filters.map(Need.init)).sorted().map { need in
            PlacedNeed(attribute: need.attribute, isCounted: need.use == .counting, place: own + ["filters"])
        }
        for widget in app.widgets where widget.configuration.searcher == searcher.name {
            guard let wanted = try? widget.interactor()?.needs else { continue }
            let place = ["widgets", widget.name, "attribute"]
            let map = widget.configuration.attributeMap(of: searcher.name)
            let found = counted(wanted.facets.sorted().map(\.attribute), place) + compared(wanted.stats.sorted(), place)
            needs += found.compactMap { $0.named(by: map) }
        }
        return needs
    }

    /// What is wrong with an attribute that an entry of the file names; `nil` where nothing is.
    private func warning(_ need: PlacedNeed, _ index: IndexSummary) -> AppFileProblem? {
        let (attribute, use) = (need.attribute, need.isCounted ? Use.counting : .comparing)
        let settings = index.settings
        let counted = settings.attributesForFaceting ?? []
        let compared = settings.numericAttributes ?? []
        let usable = use == .counting ? counted : compared
        func problem(_ message: String, _ remedy: String) -> AppFileProblem {
            AppFileProblem(line: places.line(of: need.place), message: need.subject + message, remedy: remedy)
        }
        if usable.contains(attribute) {
            guard looksInside, index.recordCount > 0, isEmpty(attribute, use, index) else { return nil }
            return problem("which no record of `\(index.name)` has", "Correct the name, or the records.")
        }
        let known = counted + compared + settings.searchedAttributes.map(\.name)
        guard known.contains(attribute) else {
            return problem(
                "which the index `\(index.name)` does not have",
                Spelling.closest(to: attribute, among: usable).map { "Did you mean `\($0)`?" }
                    ?? "`searchbus index show \(index.name)` lists its attributes."
            )
        }
        switch use {
        case .counting:
            return problem(
                "whose values the index `\(index.name)` does not count",
                "Add it to `attributesForFaceting` of the index's settings and import it again."
            )
        case .comparing:
            return problem(
                "which is not numeric in the index `\(index.name)`",
                "Name an attribute of numbers; they are `numericAttributes` of the index's settings."
            )
        }
    }

    private func isEmpty(_ attribute: String, _ use: Use, _ index: IndexSummary) -> Bool {
        guard let reader = try? IndexReader(directory: directory, name: index.name) else { return false }
        let request = SearchRequest(
            index: index.name,
            query: "",
            page: 0,
            hitsPerPage: 1,
            facets: use == .counting ? [FacetNeed(attribute)] : [],
            stats: use == .comparing ? [attribute] : []
        )
        guard let hits = try? reader.search([request]).first?.hits else { return false }
        return use == .counting ? (hits.facets[attribute] ?? []).isEmpty : hits.stats[attribute] == nil
    }
}

extension IndexCheck.PlacedNeed {
    /// The same under the name of an index; `nil` for what it knows nothing of.
    fileprivate func named(by map: AttributeMap) -> Self? {
        guard let name = map.name(of: attribute) else { return nil }
        let written = name == attribute ? nil : attribute
        return Self(attribute: name, written: written, isCounted: isCounted, place: place)
    }
}
