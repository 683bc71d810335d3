// SPDX-License-Identifier: MIT

/// `query-rule-data`: the additions of an engine's rules to a response.
///
/// Any `ItemController` draws it.
@MainActor
public final class QueryRuleCustomDataInteractor<Model: Decodable & Sendable>: WidgetInteractor<
    QueryRuleDataView<Model>
>
{
    /// Publishes an address for a redirect, once for each response with one.
    public let onRedirect = Observer<String>()

    /// The custom data of the last view.
    public var item: Model? { view?.item }

    public override func take(_ view: QueryRuleDataView<Model>) {
        let before = self.view?.redirect
        super.take(view)
        if let redirect = view.redirect, redirect != before { onRedirect.fire(redirect) }
    }

    /// Connects a controller that draws the data in its own form; it is not retained.
    @discardableResult
    public func connectController<Controller: ItemController>(
        _ controller: Controller,
        presenter: @escaping (Model?) -> Controller.Item
    ) -> ControllerConnection {
        onViewChanged.connect(controller) { controller, view in controller.setItem(presenter(view.item)) }
    }

    /// Connects a controller that draws the data; it is not retained.
    @discardableResult
    public func connectController<Controller: ItemController>(_ controller: Controller) -> ControllerConnection
    where Controller.Item == Model? {
        connectController(controller) { $0 }
    }
}

/// `query-rule-data` of a session and a controller, connected while this is retained.
public typealias QueryRuleCustomDataConnector<Model: Decodable & Sendable> =
    WidgetConnector<QueryRuleCustomDataInteractor<Model>>

extension WidgetConnector {
    /// Connects a controller that draws the data of an engine's rules in its own form.
    public convenience init<Model, Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller,
        presenter: @escaping (Model?) -> Controller.Item
    ) where Interactor == QueryRuleCustomDataInteractor<Model> {
        let interactor = Interactor(session: session, widget: widget)
        self.init(interactor, interactor.connectController(controller, presenter: presenter))
    }

    /// Connects a controller that draws the data of an engine's rules.
    public convenience init<Model, Controller: ItemController>(
        session: SearchSession,
        widget: String,
        controller: Controller
    ) where Interactor == QueryRuleCustomDataInteractor<Model>, Controller.Item == Model? {
        self.init(session: session, widget: widget, controller: controller) { $0 }
    }
}
