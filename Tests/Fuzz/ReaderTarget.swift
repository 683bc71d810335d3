// SPDX-License-Identifier: MIT

import AlgoliaLanguage
import AppFile
import Wire

/// A reader of bytes from outside: it returns, or throws an error of the product.
final class ReaderTarget: FuzzTarget {
    let seeds: [[UInt8]]
    let words: [String]
    private let read: ([UInt8]) throws -> Void

    /// - Parameters:
    ///   - seeds: Inputs that the reader accepts.
    ///   - words: Words that inputs are made of.
    ///   - read: Reads an input, and calls `fail` for a wrong result.
    init(seeds: [[UInt8]], words: [String] = [], _ read: @escaping ([UInt8]) throws -> Void) {
        (self.seeds, self.words, self.read) = (seeds, words, read)
    }

    /// The same with seeds that are texts.
    convenience init(seeds: [String], words: [String] = [], _ read: @escaping ([UInt8]) throws -> Void) {
        self.init(seeds: seeds.map { Array($0.utf8) }, words: words, read)
    }

    func run(_ bytes: [UInt8]) {
        do { try read(bytes) } catch is SearchBusError {} catch is JSONError {} catch is AlgoliaError {
        } catch is AppFileError {} catch { fail("\(error) is not an error of the product") }
    }
}

/// Checks that a value survives being written and read.
func checkRoundTrip<Value: JSONConvertible & Equatable>(_ value: Value) {
    guard let again = try? Value(json: JSON(parsing: value.json.bytes)), again == value else {
        fail("does not survive being written: \(value.json.text)")
    }
}

extension Sequence<UInt8> {
    /// The text of the bytes.
    var text: String { String(decoding: Array(self), as: UTF8.self) }
}
