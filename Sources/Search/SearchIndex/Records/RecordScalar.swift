// SPDX-License-Identifier: MIT

import SearchModel

/// A value in a record's text that holds no other ones.
package enum RecordScalar {
    /// A text of UTF-8 without escapes, lent for as long as the value is shown.
    case text(UnsafeBufferPointer<UInt8>)
    /// A whole number, also one that is written with a fraction or an exponent.
    case integer(Int64)
    /// Any other number; one with more digits than a `Double` tells apart is the nearest.
    case number(Double)
    case bool(Bool)
    /// A place of `_geoloc`.
    case place(GeoPoint)
}
