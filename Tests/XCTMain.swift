// SPDX-License-Identifier: MIT

import Testing

/// Runs the tests of Swift Testing.
///
/// Without this file SwiftPM looks for tests of XCTest, in the index that builds leave out.
@main struct Tests {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
