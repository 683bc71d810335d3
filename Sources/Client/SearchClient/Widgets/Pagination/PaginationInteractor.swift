// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// `pagination`: the pages of the results, to go from one to another.
public typealias PaginationInteractor = WidgetInteractor<PaginationView>

/// `pagination` of a session and a controller, connected as long as this is held.
public typealias PaginationConnector = WidgetConnector<PaginationInteractor>

extension WidgetInteractor where View == PaginationView {
    /// Shows another page; pages count from 0.
    public func goToPage(_ page: Int) { send("go", ["page": JSON(page)], isLatest: true) }

    /// Connects what draws the pages; it is not held.
    @discardableResult
    public func connectController(_ controller: some PaginationController) -> ControllerConnection {
        controller.onClick = { [weak self] in self?.goToPage($0) }
        return onViewChanged.connect(controller, ending: { controller.onClick = nil }) { controller, view in
            controller.setItem(view)
        }
    }
}

extension WidgetConnector where Interactor == PaginationInteractor {
    /// Connects what draws the pages.
    public convenience init(session: SearchSession, widget: String, controller: some PaginationController) {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller))
    }
}
