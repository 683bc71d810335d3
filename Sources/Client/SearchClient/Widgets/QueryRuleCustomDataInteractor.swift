// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// `query-rule-data`: what the rules of an engine add to an answer.
///
/// Any `ItemController` draws it.
@MainActor
public final class QueryRuleCustomDataInteractor<Model: Decodable & Sendable>: WidgetInteractor<
    QueryRuleDataView<Model>
>
{
    /// Tells an address that people are to be sent to, once for each answer that says so anew.
    public let onRedirect = Observer<String>()

    /// The custom data as they were told last.
    public var item: Model? { view?.item }

    public override func take(_ view: QueryRuleDataView<Model>) {
        let before = self.view?.redirect
        super.take(view)
        if let redirect = view.redirect, redirect != before { onRedirect.fire(redirect) }
    }

    /// Connects what draws the data in a form of its own; it is not held.
    @discardableResult
    public func connectController<Controller: ItemController>(
        _ controller: Controller,
        presenter: @escaping (Model?) -> Controller.Item
    ) -> ControllerConnection {
        onViewChanged.connect(controller) { controller, view in controller.setItem(presenter(view.item)) }
    }

    /// Connects what draws the data; it is not held.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == Model? {
        connectController(controller) { $0 }
    }
}

/// `query-rule-data` of a session and a controller, connected as long as this is held.
public typealias QueryRuleCustomDataConnector<Model: Decodable & Sendable> =
    WidgetConnector<QueryRuleCustomDataInteractor<Model>>

extension WidgetConnector {
    /// Connects what draws the data of an engine's rules in a form of its own.
    public convenience init<Model, Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping (Model?) -> Controller.Item
    ) where Interactor == QueryRuleCustomDataInteractor<Model> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller, presenter: presenter))
    }

    /// Connects what draws the data of an engine's rules.
    public convenience init<Model, Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == QueryRuleCustomDataInteractor<Model>, Controller.Item == Model? {
        self.init(session: session, widget: widget, controller: controller) { $0 }
    }
}
