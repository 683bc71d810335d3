// SPDX-License-Identifier: MIT

import SearchClient

/// All that the terminal shows, as a value.
struct Screen: Sendable, Hashable {
    /// What the keys act on.
    enum Focus: Sendable, Hashable {
        case box
        case range(Int)
        case facets(Int)
        case hits
    }

    /// The values of one facet.
    struct Facets: Sendable, Hashable {
        var title: String
        var items: [SelectableItem<Facet>] = []
        var cursor = 0
    }

    /// One range of numbers.
    struct Range: Sendable, Hashable {
        var title: String
        var precision = 0
        var bounds: ClosedRange<Double>?
        /// What is selected; the bounds where nothing is.
        var item: ClosedRange<Double>?
        /// Whether the keys move the upper end.
        var movesUpperEnd = false

        /// The values of the handles.
        var shown: ClosedRange<Double>? { item ?? bounds }
        /// How many of the smallest differences that are shown make 1.
        private var scale: Double { (0..<precision).reduce(1.0) { size, _ in size * 10 } }
        /// How far one key moves an end.
        var step: Double {
            guard let bounds else { return 1 }
            return max(rounded((bounds.upperBound - bounds.lowerBound) / 20), 1 / scale)
        }

        /// A number as it is shown: what people choose is what they read.
        func rounded(_ number: Double) -> Double { (number * scale).rounded() / scale }
    }

    var title = ""
    var placeholder = "Search"
    var query = ""
    /// The number of characters before the caret.
    var caret = 0
    var ranges: [Range] = []
    var facets: [Facets] = []
    var filters: [String] = []
    var hits: [HitRow] = []
    var selectedHit = 0
    var stats = ""
    var isLoading = false
    /// How the connection is getting on; empty while all is well.
    var connection = ""
    /// What went wrong last.
    var notice = ""
    var focus = Focus.box

    /// Everything that Tab goes to, in order.
    var stops: [Focus] { [.box] + ranges.indices.map(Focus.range) + facets.indices.map(Focus.facets) + [.hits] }
}
