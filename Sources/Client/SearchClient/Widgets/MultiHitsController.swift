// SPDX-License-Identifier: MIT

import Wire

/// The source of rows for a controller of several lists of hits.
@MainActor
public protocol MultiHitsSource: AnyObject {
    /// How many sections are listed.
    func numberOfSections() -> Int
    /// A section that is listed; `nil` for a number out of range.
    func section(atIndex index: Int) -> ResultSection?
    /// How many rows a section has.
    func numberOfHits(inSection section: Int) -> Int
    /// The record of a row; `nil` for a row out of range.
    ///
    /// - Throws: `JSONError` for a record that cannot be decoded as the type.
    func hit<Record: Decodable & Sendable>(atIndex index: Int, inSection section: Int) throws -> Record?
}

/// Draws the first hits of several searchers, a section each.
@MainActor
public protocol MultiHitsController: Reloadable {
    /// The source of the rows; set when the controller is connected. It may be a weak or a strong reference.
    var hitsSource: (any MultiHitsSource)? { get set }
    /// Another text was searched: show the beginning.
    func scrollToTop()
}

/// `multi-hits`: the first records of several searchers, a section each.
@MainActor
public final class MultiHitsInteractor: WidgetInteractor<MultiHitsView>, MultiHitsSource {
    /// Publishes each state of the sections.
    public let onResultsUpdated = Observer<MultiHitsView>()
    /// Publishes that another text was searched.
    public let onRequestChanged = Observer<Void>()

    /// The sections that are listed.
    public var sections: [ResultSection] { view?.sections.filter(\.listed) ?? [] }

    /// How many sections are listed.
    public func numberOfSections() -> Int { sections.count }

    /// A section that is listed; `nil` for a number out of range.
    public func section(atIndex index: Int) -> ResultSection? {
        let sections = sections
        return sections.indices.contains(index) ? sections[index] : nil
    }

    /// How many rows a section has.
    public func numberOfHits(inSection section: Int) -> Int { self.section(atIndex: section)?.hits.count ?? 0 }

    /// The record of a row; `nil` for a row out of range.
    public func hit<Record: Decodable & Sendable>(atIndex index: Int, inSection section: Int) throws -> Record? {
        guard let hits = self.section(atIndex: section)?.hits, hits.indices.contains(index) else { return nil }
        return try hits[index].record.json.decoded(naming: "the record `\(hits[index].objectID)`")
    }

    public override func take(_ view: MultiHitsView) {
        let isOther = self.view.map { $0.sections.map(\.query) != view.sections.map(\.query) } ?? false
        super.take(view)
        if isOther { onRequestChanged.fire(()) }
        onResultsUpdated.fire(view)
    }

    /// Connects a controller that draws the sections; it is not retained.
    @discardableResult
    public func connectController(_ controller: some MultiHitsController) -> ControllerConnection {
        controller.hitsSource = self
        onRequestChanged.subscribe(with: controller) { controller, _ in controller.scrollToTop() }
        let ending = { [weak self] in
            self?.onRequestChanged.cancelSubscription(for: controller)
            controller.hitsSource = nil
        }
        return onResultsUpdated.connect(controller, ending: ending) { controller, _ in controller.reload() }
    }
}

/// `multi-hits` of a session and a controller, connected while this is retained.
public typealias MultiHitsConnector = WidgetConnector<MultiHitsInteractor>
