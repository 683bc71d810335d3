// SPDX-License-Identifier: MIT

import Wire

/// One of several choices, of which one at a time is selected.
public protocol SegmentItem: Sendable, Hashable {
    /// The label.
    var label: String { get }
    /// The data of the intent `select` that chooses it.
    var choosing: JSON { get }
}

/// A view with a list of choices, of which one is selected.
public protocol SelectableSegmentView: PhasedView {
    associatedtype Item: SegmentItem

    /// The choices, in order, and whether they are selected.
    var items: [SelectableItem<Item>] { get }

    /// The data of the intent `select` that deselects; `nil` if one choice is always selected.
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
    /// The labels by their positions, from 0.
    public var items: [Int: String] {
        Dictionary(uniqueKeysWithValues: (view?.items ?? []).enumerated().map { ($0, $1.item.label) })
    }

    /// The position of the selected one.
    public var selected: Int? { view?.items.firstIndex(where: \.isSelected) }

    /// Selects the choice at a position; `nil` deselects if that is possible.
    ///
    /// An invalid position changes nothing.
    public func computeSelected(selecting key: Int?) {
        if let key {
            guard let items = view?.items, items.indices.contains(key) else { return }
            send("select", items[key].item.choosing)
        } else if let nothing = View.choosingNothing {
            send("select", nothing)
        }
    }

    /// Connects a controller that draws the segments, by their positions; it is not retained.
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
    /// Connects a controller that draws segments.
    public convenience init<View: SelectableSegmentView>(
        session: SearchSession,
        widget: String,
        controller: some SelectableSegmentController<Int>
    ) where Interactor == WidgetInteractor<View> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}

/// Draws the numbers of results to choose from, by their positions from 0.
@MainActor
public protocol HitsPerPageController: SelectableSegmentController where SegmentKey == Int {}

/// Draws the orders to choose from, by their positions from 0.
@MainActor
public protocol SortByController: SelectableSegmentController where SegmentKey == Int {}

/// Draws named filters to choose one of, by their positions from 0.
@MainActor
public protocol FilterMapController: SelectableSegmentController where SegmentKey == Int {}

extension PageLength: SegmentItem {
    public var choosing: JSON { WidgetIntent<HitsPerPageView>.select(value: value).data }
}

extension HitsPerPageView: SelectableSegmentView {}

extension SortOrder: SegmentItem {
    public var choosing: JSON { WidgetIntent<SortByView>.select(index: index).data }
}

extension SortByView: SelectableSegmentView {}

extension FilterSegment: SegmentItem {
    public var choosing: JSON { WidgetIntent<SegmentedView>.select(key: .string(key)).data }
}

extension SegmentedView: SelectableSegmentView {
    public static let choosingNothing: JSON? = WidgetIntent<SegmentedView>.select(key: nil).data
}
