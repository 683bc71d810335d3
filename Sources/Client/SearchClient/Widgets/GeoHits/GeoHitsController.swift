// SPDX-License-Identifier: MIT
// Part of SearchBus.

/// Draws records on a map, and the part of it that is searched.
@MainActor
public protocol GeoHitsController: Reloadable {
    associatedtype Record: Decodable & Sendable

    /// Called by the controller when another part of the earth is to be searched; `nil` for all of it.
    var onAreaChanged: ((GeoArea?) -> Void)? { get set }
    /// Shows these records; `reload` follows.
    func setItems(_ items: [GeoHit<Record>])
    /// The smallest box around the records, `nil` where there are none; `reload` follows.
    func setBounds(_ bounds: GeoBox?)
    /// The part that is searched; `reload` follows.
    func setSelected(_ area: GeoArea?)
}
