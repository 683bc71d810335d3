// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// A `breadcrumb`: the way to where one is in a hierarchy.
public typealias BreadcrumbInteractor = WidgetInteractor<BreadcrumbView>

/// A `breadcrumb` of a session and a controller, connected as long as this is held.
public typealias BreadcrumbConnector = WidgetConnector<BreadcrumbInteractor>

extension WidgetInteractor where View == BreadcrumbView {
    /// The places as they were shown last.
    public var items: [BreadcrumbItem] { view?.items ?? [] }

    /// Goes to a place; `nil` is the beginning.
    public func select(_ item: BreadcrumbItem?) { send("select", ["value": JSON(item?.value)]) }

    /// Connects what draws the way; it is not held.
    @discardableResult
    public func connectController(_ controller: some BreadcrumbController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.select($0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.show(view.items)
        }
    }
}

extension WidgetConnector where Interactor == BreadcrumbInteractor {
    /// Connects what draws the way.
    public convenience init(session: SearchSession, widget: String, controller: some BreadcrumbController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
