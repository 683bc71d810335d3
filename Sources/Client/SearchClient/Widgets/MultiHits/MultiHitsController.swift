// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Where a controller of several lists of hits gets its rows from.
@MainActor
public protocol MultiHitsSource: AnyObject {
    /// How many sections are listed.
    func numberOfSections() -> Int
    /// A section that is listed; `nil` where there is none.
    func section(atIndex index: Int) -> ResultSection?
    /// How many rows a section has.
    func numberOfHits(inSection section: Int) -> Int
    /// The record of a row; `nil` where there is none.
    ///
    /// - Throws: `JSONError` for a record that does not fit the type.
    func hit<Record: Decodable & Sendable>(atIndex index: Int, inSection section: Int) throws -> Record?
}

/// Draws the first hits of several searchers, a section each.
@MainActor
public protocol MultiHitsController: Reloadable {
    /// Where the rows are; set when the controller is connected. Hold it weakly, or in any way you like.
    var hitsSource: (any MultiHitsSource)? { get set }
    /// Another text was searched: show the beginning.
    func scrollToTop()
}
