// SPDX-License-Identifier: MIT

import SearchClient

/// The parts of a UI toolkit that the controllers of docs/swift-controllers.md need.
@MainActor
final class Table {
    var rowCount: () -> Int = { 0 }
    var textOfRow: (Int) -> String = { _ in "" }
    var onTap: (Int) -> Void = { _ in }
    private(set) var rows: [String] = []

    func reloadData() { rows = (0..<rowCount()).map(textOfRow) }
    func scrollToFirstRow() {}
}

@MainActor
final class Stepper {
    var value = 0.0
    var maximumValue = 100.0
    var onUp: () -> Void = {}
    var onDown: () -> Void = {}
}

@MainActor
final class SegmentedControl {
    var titles: [String] = []
    var selectedIndex: Int?
    var onTap: (Int) -> Void = { _ in }
}

@MainActor
final class Button {
    var title = ""
    var onPress: () -> Void = {}
}

class ProductTableController: HitsController {

    let table: Table

    weak var hitsSource: HitsInteractor<Product>?

    func reload() { table.reloadData() }

    func scrollToTop() { table.scrollToFirstRow() }

    init(table: Table) {
        self.table = table
        table.rowCount = { [weak self] in self?.hitsSource?.numberOfHits() ?? 0 }
        table.textOfRow = { [weak self] row in self?.hitsSource?.hit(atIndex: row)?.name ?? "" }
    }
}

class BrandTableController: FacetListController {

    let table: Table

    var onClick: ((Facet) -> Void)?

    private var items: [SelectableItem<Facet>] = []

    func setSelectableItems(selectableItems: [SelectableItem<Facet>]) { items = selectableItems }

    func reload() { table.reloadData() }

    init(table: Table) {
        self.table = table
        table.rowCount = { [weak self] in self?.items.count ?? 0 }
        table.textOfRow = { [weak self] row in self?.text(ofRow: row) ?? "" }
        table.onTap = { [weak self] row in
            guard let self else { return }
            onClick?(items[row].item)
        }
    }

    private func text(ofRow row: Int) -> String {
        let (facet, isSelected) = (items[row].item, items[row].isSelected)
        return "\(isSelected ? "✓ " : "")\(facet.value) (\(facet.count))"
    }
}

class StepperController: NumberController {

    let stepper: Stepper

    func setComputation(computation: Computation<Double>) {
        stepper.onUp = { computation.increment() }
        stepper.onDown = { computation.decrement() }
    }

    func setBounds(bounds: ClosedRange<Double>?) {
        if let bounds { stepper.maximumValue = bounds.upperBound }
    }

    func setItem(_ item: Double) { stepper.value = item }

    func invalidate() { stepper.value = 0 }

    init(stepper: Stepper) { self.stepper = stepper }
}

class SegmentedController: SelectableSegmentController {

    let control: SegmentedControl

    var onClick: ((Int) -> Void)?

    func setItems(items: [Int: String]) {
        control.titles = items.sorted { $0.key < $1.key }.map(\.value)
    }

    func setSelected(_ selected: Int?) { control.selectedIndex = selected }

    init(control: SegmentedControl) {
        self.control = control
        control.onTap = { [weak self] index in self?.onClick?(index) }
    }
}
