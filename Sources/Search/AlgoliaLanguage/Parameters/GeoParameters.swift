// SPDX-License-Identifier: MIT

import SearchModel
import Wire

/// The filters on places as parameters of Algolia's search protocol: `aroundLatLng` with `aroundRadius`, `insideBoundingBox`, or
/// `insidePolygon`.
///
/// The protocol knows one circle, or boxes or polygons of which one is enough, and nothing else.
package struct GeoParameters {
    /// The geographic parameters of a service.
    package static let names = Set(PlaceParameter.allCases.map(\.rawValue))

    /// The members of a query; none where no filter is on places.
    package let members: [(name: PlaceParameter, value: JSON)]

    /// Encodes the filters of all states.
    package init(_ states: [FilterState]) throws(SearchBusError) {
        let choices = states.flatMap(GeoParameters.choices)
        guard let shapes = choices.first else {
            members = []
            return
        }
        guard choices.count == 1, shapes.allSatisfy({ !$0.isNegated }) else { throw GeoParameters.unknown }
        let boxes = shapes.flatMap { $0.shape?.simpleBoxes ?? [] }
        if shapes.count == 1, case .circle(let center, let radius)? = shapes[0].shape {
            members = [
                (.aroundLatLng, .string("\(center.latitude),\(center.longitude)")),
                (.aroundRadius, .number(max(1, radius.rounded(.up)))),
            ]
        } else if shapes.allSatisfy({ !($0.shape?.simpleBoxes ?? []).isEmpty }) {
            let corners = boxes.map { box in
                [box.northEast.latitude, box.southWest.longitude, box.southWest.latitude, box.northEast.longitude]
            }
            members = [(.insideBoundingBox, .array(corners.map { .array($0.map(JSON.number)) }))]
        } else if shapes.allSatisfy({ $0.shape?.kind == .polygon }) {
            let outlines = shapes.compactMap { $0.shape?.outline }
            // Such a service takes one that crosses the antimeridian for all the rest of the earth.
            guard outlines.joined().allSatisfy({ (-180...180).contains($0.longitude) }) else {
                throw GeoParameters.crossing
            }
            let corners = outlines.map { $0.flatMap { [JSON.number($0.latitude), .number($0.longitude)] } }
            members = [(.insidePolygon, .array(corners.map(JSON.array)))]
        } else {
            throw GeoParameters.unknown
        }
    }

    private static var crossing: SearchBusError {
        SearchBusError(
            .invalidArgument,
            "The service does not support polygons across the antimeridian.",
            remedy: "Cut it in two there, and put both into one or-group."
        )
    }

    /// The filters on places of a state: of each list one must hold.
    private static func choices(_ state: FilterState) -> [[Filter]] {
        state.groupsByType.flatMap { group -> [[Filter]] in
            let filters = group.filters.filter { $0.shape != nil }
            guard !filters.isEmpty else { return [] }
            return group.id.kind == .or ? [filters] : filters.map { [$0] }
        }
    }

    private static var unknown: SearchBusError {
        SearchBusError(
            .invalidArgument,
            "The service supports one circle, or boxes or polygons of one or-group, and no other geographic filters.",
            remedy: "Leave one filter on places, one that is not negated, or put boxes, or polygons, into one or-group."
        )
    }
}

extension FilterState {
    /// The filters but for those on places.
    package var withoutShapes: FilterState {
        var state = self
        state.keep { $1.shape == nil }
        return state
    }
}
