// SPDX-License-Identifier: MIT
// Part of SearchBus.

import Foundation
import SearchModel
import Wire

/// The bytes of numbers in columns: little-endian, one after another.
enum ColumnCodec {
    /// How many values a dictionary may hold when it is read back.
    private static let dictionaryLimits = JSONLimits(depth: 2, values: 20_000_000)

    static func data(_ numbers: [UInt32]) -> Data {
        numbers.map(\.littleEndian).withUnsafeBytes { Data($0) }
    }

    static func data(_ numbers: [Double]) -> Data {
        numbers.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
    }

    /// - Returns: `nil` where the bytes do not make whole numbers.
    static func integers(_ data: Data) -> [UInt32]? {
        guard data.count.isMultiple(of: 4) else { return nil }
        return data.withUnsafeBytes { bytes in
            (0..<data.count / 4).map { index in
                UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
            }
        }
    }

    /// - Returns: `nil` where the bytes do not make whole numbers, or one is not finite.
    static func doubles(_ data: Data) -> [Double]? {
        guard data.count.isMultiple(of: 8) else { return nil }
        let numbers = data.withUnsafeBytes { bytes in
            (0..<data.count / 8).map { index in
                let bits = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
                return Double(bitPattern: UInt64(littleEndian: bits))
            }
        }
        return numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    static func data(_ values: [FacetValue]) -> Data { Data(JSON.array(values.map(\.json)).bytes) }

    /// - Returns: `nil` where the bytes are no JSON array of facet values.
    static func values(_ data: Data) -> [FacetValue]? {
        try? JSON(parsing: data, limits: dictionaryLimits).array?.map(FacetValue.init(json:))
    }
}
