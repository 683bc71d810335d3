// SPDX-License-Identifier: MIT

import Foundation
import SearchIndex

/// A part of the product that takes bytes from outside.
///
/// A wrong result ends the process: by a trap, or by `fail`.
protocol FuzzTarget: AnyObject {
    /// Inputs to begin with.
    var seeds: [[UInt8]] { get }
    /// Words that inputs are made of.
    var words: [String] { get }
    /// Runs one input.
    func run(_ bytes: [UInt8])
}

/// Ends the process: an input had a wrong result.
func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("WRONG: \(message)\n".utf8))
    abort()
}

/// A folder for one process; `make fuzz` puts it into memory.
struct FuzzFolder {
    let path: String

    /// Makes the folder.
    init(_ name: String) {
        path = NSTemporaryDirectory() + "/searchbus-fuzz-\(getpid())-\(name)"
        clear()
    }

    /// The indexes in it.
    var indexes: IndexDirectory { IndexDirectory(path: path) }

    /// Removes what is in it.
    func clear() {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
}
