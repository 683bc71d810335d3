// SPDX-License-Identifier: MIT

import SearchClient
import Testing
import Wire

struct SumSearchesView: WidgetView {
    let sum: Int

    init(json: JSON) throws { sum = try json.requiredInt("sum") }
}

final class SumSearchesInteractor: WidgetInteractor<SumSearchesView> {
    func reset() { send("reset") }
}

@MainActor
protocol SumSearchesController: AnyObject {
    func setSum(sum: Int)
    var onReset: (() -> Void)? { get set }
}

extension SumSearchesInteractor {
    func connectController<Controller: SumSearchesController>(_ controller: Controller) {
        onViewChanged.subscribePast(with: controller) { controller, view in controller.setSum(sum: view.sum) }

        controller.onReset = { [weak self] in self?.reset() }
    }
}

class SumSearchesButtonController: SumSearchesController {

    let button: Button

    var onReset: (() -> Void)?

    init(button: Button) {
        self.button = button
        button.onPress = { [weak self] in self?.onReset?() }
    }

    func setSum(sum: Int) { button.title = "\(sum)" }
}

/// A custom widget, as in the documentation.
@MainActor
@Suite struct SumSearchesTests {
    final class Label: SumSearchesController {
        var onReset: (() -> Void)?
        var sums: [Int] = []

        func setSum(sum: Int) { sums.append(sum) }
    }

    @Test func `a widget of one's own has a view, an interactor and a controller`() async throws {
        let session = try await SearchSession.test(TestGateway())
        let interactor = SumSearchesInteractor(session: session, widget: "sum")
        let label = Label()
        interactor.take(try SumSearchesView(json: ["sum": 2]))
        interactor.connectController(label)
        interactor.take(try SumSearchesView(json: ["sum": 3, "phase": "ready"]))
        #expect(label.sums == [2, 3])
        #expect(label.onReset != nil)
        session.close()
    }

    @Test func `a button shows the sum and sets it back`() async throws {
        let gateway = TestGateway()
        let session = try await SearchSession.test(gateway)
        let button = Button()
        let sumSearchesInteractor = SumSearchesInteractor(session: session, widget: "sum")
        let sumSearchesButtonController = SumSearchesButtonController(button: button)
        sumSearchesInteractor.connectController(sumSearchesButtonController)
        sumSearchesInteractor.take(try SumSearchesView(json: ["sum": 4]))
        #expect(button.title == "4")
        button.onPress()
        try await session.send(Intent(to: "sum", "the-end"))
        session.close()
    }
}
