// SPDX-License-Identifier: MIT

/// Draws the pages of the results.
@MainActor
public protocol PaginationController: ItemController where Item == PaginationView {
    /// Called by the controller when a page is clicked; pages count from 0.
    var onClick: ((Int) -> Void)? { get set }
}

extension WidgetInteractor where View == PaginationView {
    /// Shows another page; pages count from 0.
    public func goToPage(_ page: Int) { send(.go(page: page), isLatest: true) }

    /// Connects a controller that draws the pages; it is not retained.
    @discardableResult
    public func connectController(_ controller: some PaginationController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.goToPage($0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setItem(view)
        }
    }
}
