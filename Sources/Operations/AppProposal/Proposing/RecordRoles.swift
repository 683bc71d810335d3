// SPDX-License-Identifier: MIT

/// What the attributes of records are to people who search them.
struct RecordRoles: Sendable {
    struct Price: Sendable, Hashable {
        let attribute: String
        /// A code such as `EUR`, where the records tell it.
        let currency: String?
    }

    struct Moment: Sendable, Hashable {
        let attribute: String
        let isMilliseconds: Bool
    }

    struct Toggle: Sendable, Hashable {
        let attribute: String
        /// Whether its values are 0 and 1.
        let isNumber: Bool
    }

    /// The most widgets of each kind, so that a screen stays one.
    static let mostFacets = 6
    static let mostRanges = 3
    static let mostToggles = 3
    static let mostMoments = 2
    static let mostLevels = 2

    var title: String?
    var subtitle: String?
    var text: String?
    var image: String?
    var price: Price?
    var rating: String?
    var year: String?
    var facets: [String] = []
    /// The levels of each hierarchy, from the root.
    var levels: [[String]] = []
    var ranges: [String] = []
    var toggles: [Toggle] = []
    var moments: [Moment] = []
    var hasPlaces = false
    /// What was decided, in the order of the attributes where it is about one.
    var decisions: [Decision] = []
    /// What was left out, and why.
    var leftOut: [Decision] = []

    /// The attributes of texts in the template, for what must be there to draw a hit.
    var shown: [String] { [title, subtitle, text, image].compactMap(\.self) }
}
