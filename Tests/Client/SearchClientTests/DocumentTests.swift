// SPDX-License-Identifier: MIT

import Foundation
import RandomTesting
import Testing
import Wire

@testable import SearchClient

struct Product: Decodable, Sendable {
    let name: String
    let price: Double
}

/// A slider as a toolkit may have it.
@MainActor
final class RangeSlider {
    var lowerValue = 0.0
    var upperValue = 0.0
    var minimumValue = 0.0
    var maximumValue = 0.0
    var onValueChanged: ((RangeSlider) -> Void)?
}

class RangeSliderController: NumberRangeController {

    let rangeSlider: RangeSlider

    var onRangeChanged: ((ClosedRange<Double>) -> Void)?

    func setBounds(_ bounds: ClosedRange<Double>) {
        rangeSlider.minimumValue = bounds.lowerBound
        rangeSlider.maximumValue = bounds.upperBound
        setItem(bounds)
    }

    func setItem(_ item: ClosedRange<Double>) {
        rangeSlider.lowerValue = item.lowerBound
        rangeSlider.upperValue = item.upperBound
    }

    init(rangeSlider: RangeSlider) {
        self.rangeSlider = rangeSlider
        rangeSlider.onValueChanged = { [weak self] slider in
            self?.onRangeChanged?(slider.lowerValue...slider.upperValue)
        }
    }
}

/// The examples of docs/swift-client.md, compiled and, where a simulated gateway is enough, run.
@Suite struct DocumentTests {
    private func open(_ key: String) async throws -> SearchSession {
        let session = try await SearchSession.open("http://127.0.0.1:8080", credential: .key(key), session: "demo-2")
        return session
    }

    private func printPrices(_ session: SearchSession) async {
        for await view in session.views(of: "price", as: NumberRangeView.self) {
            print(view.range?.low ?? view.bounds?.lowerBound ?? 0)
        }
    }

    private func printHits(_ session: SearchSession) async {
        for await view in session.views(of: "hits", as: HitsView<Product>.self) where view.phase == .ready {
            for hit in view.hits { print(hit.position, hit.record.name, hit.record.price) }
        }
    }

    @Test func `intents have outcomes, one or several at a time`() async throws {
        let session = try await SearchSession.test(TestGateway())
        let outcome = try await session.send(Intent(to: "price", "set-range", ["range": [10, 50]]))
        #expect(outcome == .applied)
        let outcomes = try await session.send([
            Intent(to: "brand", "clear"),
            Intent(to: "price", "set-range", ["range": [.null, 100]]),
        ])
        #expect(outcomes == [.applied, .applied])
        session.close()
        // A session that is closed ends its sequences.
        await printPrices(session)
        await printHits(session)
    }

    @MainActor
    @Test func `a connector and an interactor draw the same`() async throws {
        let session = try await SearchSession.test(TestGateway())
        let slider = RangeSlider()
        let price = NumberRangeConnector(
            session: session,
            widget: "price",
            controller: RangeSliderController(rangeSlider: slider)
        )
        let limited = NumberRangeConnector(
            session: session,
            widget: "price",
            bounds: 0...500,
            controller: RangeSliderController(rangeSlider: slider)
        )
        #expect(limited.interactor.bounds == 0...500 && slider.maximumValue == 500)
        let interactor = NumberRangeInteractor(session: session, widget: "price")
        let connection = interactor.connectController(RangeSliderController(rangeSlider: slider))
        let json = try DeclaredViews.json("number-range", ["bounds": [0, 9], "range": [2, 3]])
        for one in [price.interactor, limited.interactor, interactor] {
            (slider.lowerValue, slider.upperValue) = (0, 0)
            one.take(try NumberRangeView(json: json))
            #expect([slider.lowerValue, slider.upperValue] == [2, 3])
        }
        connection.disconnect()
        session.close()
    }

    @MainActor
    @Test func `a whole screen shows an app and is used`() async throws {
        try await withLiveSession { session in
            let (brands, products) = (Table(), Table())
            let (orders, stepper) = (SegmentedControl(), Stepper())
            let brand = FacetListConnector(
                session: session,
                widget: "brand",
                controller: BrandTableController(table: brands)
            )
            let hits = HitsConnector<Product>(
                session: session,
                widget: "hits",
                controller: ProductTableController(table: products)
            )
            let order = SortByConnector(
                session: session,
                widget: "order",
                controller: SegmentedController(control: orders)
            )
            let reviews = FilterComparisonConnector(
                session: session,
                widget: "reviews",
                controller: StepperController(stepper: stepper)
            )
            let shown = Watch<Int>()
            hits.interactor.onResultsUpdated.subscribePast(with: hits) { _, view in shown.tell(view.nbHits) }
            try await shown.until { $0 == 40 && brands.rows.count == 2 }
            #expect(brands.rows.allSatisfy { $0.hasSuffix(" (20)") } && products.rows.count == 12)
            brands.onTap(0)
            try await shown.until { $0 == 20 }
            let values = Watch<Double?>()
            reviews.interactor.onViewShown.subscribePast(with: reviews) { _, view in values.tell(view.value) }
            stepper.onUp()
            stepper.onUp()
            try await values.until { $0 == 1 }
            #expect(stepper.value == 1 && orders.titles == ["Best match", "Films instead"])
            orders.onTap(1)
            _ = (brand, order)
        }
    }

    @Test(
        arguments: [
            ("docs/swift-client.md", 6), ("docs/swift-controllers.md", 4), ("docs/swift-own-widget.md", 3),
            ("docs/swiftui.md", 2),
        ]
    )
    func `every block of Swift in a document is in a test`(path: String, least: Int) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let document = Repository.root.appending(path: path)
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .map { Self.plain(try String(contentsOf: $0, encoding: .utf8)) }
        let parts = try String(contentsOf: document, encoding: .utf8).components(separatedBy: "```")
        let blocks = parts.filter { $0.hasPrefix("swift\n") }.map { Self.plain(String($0.dropFirst(6))) }
        #expect(blocks.count >= least)
        for block in blocks { #expect(sources.contains { $0.contains(block) }, "\(block)") }
    }

    /// The words of a text, however its lines are indented and broken.
    private static func plain(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("( ", with: "(").replacing(
            " )",
            with: ")"
        )
    }
}
