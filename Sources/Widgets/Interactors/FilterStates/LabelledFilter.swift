// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// A filter that the app file gives, and what people call it.
struct LabelledFilter: Sendable, Hashable {
    let label: String
    let filter: Filter

    static let members = [
        Schema.Member("filter", .givenFilter, isRequired: true, "The filter."), labelMember,
    ]

    static let labelMember = Schema.Member(
        "label",
        .text(maximum: 1_000),
        "The displayed label; the filter in words by default."
    )

    /// Reads a filter with its label.
    ///
    /// - Throws: `JSONError` for a filter that makes no sense.
    init(json: JSON) throws {
        filter = try Filter(json: json.required("filter"))
        label = json["label"]?.string ?? filter.label
    }
}
