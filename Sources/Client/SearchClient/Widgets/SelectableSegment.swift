// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// One of several things of which one at a time is chosen.
public protocol SegmentItem: Sendable, Hashable {
    /// What people read.
    var label: String { get }
    /// The data of the intent `select` that chooses it.
    var choosing: JSON { get }
}

/// A view that lists what one is chosen of.
public protocol SelectableSegmentView: PhasedView {
    associatedtype Item: SegmentItem

    /// What there is to choose from, in order, and whether it is chosen.
    var items: [SelectableItem<Item>] { get }

    /// The data of the intent `select` that chooses nothing; `nil` where something always is.
    static var choosingNothing: JSON? { get }
}

extension SelectableSegmentView {
    public static var choosingNothing: JSON? { nil }
}

/// Draws segments, a menu or a row of buttons, of which one is chosen.
@MainActor
public protocol SelectableSegmentController<SegmentKey>: AnyObject {
    associatedtype SegmentKey: Hashable

    /// Called by the controller when a segment is chosen.
    var onClick: ((SegmentKey) -> Void)? { get set }
    /// Shows which segment is chosen.
    func setSelected(_ selected: SegmentKey?)
    /// Shows these segments, in the order of their keys.
    func setItems(items: [SegmentKey: String])
}

extension WidgetInteractor where View: SelectableSegmentView {
    /// The labels by their places, from 0.
    public var items: [Int: String] {
        Dictionary(uniqueKeysWithValues: (view?.items ?? []).enumerated().map { ($0, $1.item.label) })
    }

    /// The place of the one that is chosen.
    public var selected: Int? { view?.items.firstIndex(where: \.isSelected) }

    /// Chooses what stands at a place; `nil` chooses nothing where that is possible.
    ///
    /// A place where nothing is changes nothing.
    public func computeSelected(selecting key: Int?) {
        if let key {
            guard let items = view?.items, items.indices.contains(key) else { return }
            send("select", items[key].item.choosing)
        } else if let nothing = View.choosingNothing {
            send("select", nothing)
        }
    }

    /// Connects what draws the segments, by their places; it is not held.
    @discardableResult
    public func connectController(_ controller: some SelectableSegmentController<Int>) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.computeSelected(selecting: $0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { [weak self] controller, _ in
            guard let self else { return }
            controller.setItems(items: items)
            controller.setSelected(selected)
        }
    }
}

extension WidgetConnector {
    /// Connects what draws segments.
    public convenience init<View: SelectableSegmentView>(
        session: SearchSession,
        widget: String,
        controller: some SelectableSegmentController<Int>
    ) where Interactor == WidgetInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
