// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Where a controller of hits gets its rows from.
@MainActor
public protocol HitsSource: AnyObject {
    associatedtype Record: Decodable & Sendable
    /// How many rows there are, those that are missing among them.
    func numberOfHits() -> Int
    /// The record of a row that is shown now, `nil` for one that is not here; near a missing page, this asks for that page.
    func hit(atIndex index: Int) -> Record?
}

/// Draws a list of hits.
@MainActor
public protocol HitsController: Reloadable {
    associatedtype DataSource: HitsSource
    /// Where the rows are; set when the controller is connected. Hold it weakly, or in any way you like.
    var hitsSource: DataSource? { get set }
    /// The list is another one: show its beginning.
    func scrollToTop()
}
