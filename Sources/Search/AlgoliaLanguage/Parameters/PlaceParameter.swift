// SPDX-License-Identifier: MIT

/// The parameters that say where records lie, and from where distances count.
package enum PlaceParameter: String, CaseIterable {
    case aroundLatLng, aroundLatLngViaIP, aroundRadius, minimumAroundRadius, insideBoundingBox, insidePolygon
}
