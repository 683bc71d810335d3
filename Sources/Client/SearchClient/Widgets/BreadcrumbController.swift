// SPDX-License-Identifier: MIT

/// Draws the path to the current place in a hierarchy.
@MainActor
public protocol BreadcrumbController: ItemListController where Item == BreadcrumbItem {
    /// Called by the controller when a place is clicked; with `nil` for the beginning.
    var onClick: ((BreadcrumbItem?) -> Void)? { get set }
}

extension WidgetInteractor where View == BreadcrumbView {
    /// The places of the last view.
    public var items: [BreadcrumbItem] { view?.items ?? [] }

    /// Goes to a place; `nil` is the beginning.
    public func select(_ item: BreadcrumbItem?) { send(.select(value: item?.value)) }

    /// Connects a controller that draws the path; it is not retained.
    @discardableResult
    public func connectController(_ controller: some BreadcrumbController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.select($0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.show(view.items)
        }
    }
}
