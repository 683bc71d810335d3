// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Wire

/// What `pagination` shows; pages count from 0.
public struct PaginationView: PhasedView, Hashable {
    public let status: ViewStatus
    /// The page shown.
    public let page: Int
    /// How many pages there are to go to.
    public let nbPages: Int
    /// How many results there are.
    public let nbHits: Int
    /// The pages listed.
    public let pages: [Int]
    /// The first and the last page, where they are not shown.
    public let first: Int?
    public let last: Int?
    /// The page before and the page after, where there is one.
    public let previous: Int?
    public let next: Int?

    public init(json: JSON) throws {
        status = try ViewStatus(json: json)
        page = try json.requiredInt("page")
        nbPages = try json.requiredInt("nbPages")
        nbHits = try json.requiredInt("nbHits")
        pages = try json.required("pages") { page in
            guard let number = page.int else { throw JSONError("`pages` holds something that is not an integer") }
            return number
        }
        first = try json.integer("first")
        last = try json.integer("last")
        previous = try json.integer("previous")
        next = try json.integer("next")
    }
}
